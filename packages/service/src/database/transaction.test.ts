import { from as copyFrom } from 'pg-copy-streams'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { clientOf, query, type Session, type Transaction } from './session.ts'

let database: TestDatabase
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database.stop())

const connectionOf = async (session: Session) =>
  (await query<{ pid: number }>(session, 'select pg_backend_pid() as pid')).rows[0]?.pid

const keys = async () =>
  (await database.db.pool.query<{ n: number }>('select count(*) as n from request_key')).rows[0]?.n

test('a transaction whose rule throws is rolled back; its connection is used again', async () => {
  const { db } = database
  let refused: number | undefined
  const work = db.transaction(async (tx) => {
    refused = await connectionOf(tx)
    await query(tx, 'create temporary table mark (at int) on commit drop')
    throw new RangeError('no')
  })
  await expect(work).rejects.toThrow(RangeError)
  expect(await connectionOf(db.read)).toBe(refused)
  await expect(query(db.read, 'select * from mark')).rejects.toThrow('does not exist')
})

test('the connection of a transaction whose statement failed is used again', async () => {
  const { db } = database
  let refused: number | undefined
  const work = db.transaction(async (tx) => {
    refused = await connectionOf(tx)
    await query(tx, 'select 1 / 0')
  })
  await expect(work).rejects.toThrow('division by zero')
  expect(await connectionOf(db.read)).toBe(refused)
})

test('a connection abandoned in the middle of a COPY is not used again', async () => {
  const { db } = database
  let left: number | undefined
  const work = db.transaction(async (tx) => {
    left = await connectionOf(tx)
    clientOf(tx)
      .query(copyFrom('copy request_key from stdin'))
      .on('error', () => {})
    throw new RangeError('no')
  })
  await expect(work).rejects.toThrow(RangeError)
  expect(await connectionOf(db.read)).not.toBe(left)
  expect(await keys()).toBe(0)
})

test('a repeatable transaction is retried after a deadlock', async () => {
  const { db } = database
  await db.pool.query(`insert into job (name, due_at) values ('first', 'epoch'), ('second', 'epoch')`)
  type Name = 'first' | 'second'
  const delay = (tx: Transaction, name: Name) =>
    query(tx, `update job set due_at = due_at + interval '1 ms' where name = $1`, [name])
  let meeting = Promise.withResolvers<void>()
  let held = 0
  const both = (one: Name, other: Name) => async (tx: Transaction) => {
    await delay(tx, one)
    held += 1
    if (held === 2) meeting.resolve()
    await meeting.promise
    await delay(tx, other)
  }
  const outcome = await Promise.allSettled([
    db.transaction(both('first', 'second')),
    db.transaction(both('second', 'first')),
  ])
  expect(outcome.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])

  held = 0
  meeting = Promise.withResolvers<void>()
  await Promise.all([db.repeatedTransaction(both('first', 'second')), db.repeatedTransaction(both('second', 'first'))])
  const { rows } = await db.pool.query<{ due_at: number }>(`select due_at from job where name in ('first', 'second')`)
  expect(rows.map(({ due_at }) => due_at)).toEqual([3, 3])
})
