import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type Mailbox, openMailbox, testSettings } from '../testing/mailbox.ts'
import type { Job } from '../base/job.ts'
import { recordQueries } from '../testing/recorded-queries.ts'
import { dueJobs, runJobs } from './run-jobs.ts'

let database: TestDatabase
let mailbox: Mailbox
beforeAll(async () => {
  database = await startTestDatabase()
  mailbox = openMailbox()
})
afterAll(async () => {
  mailbox?.remove()
  await database?.stop()
})

test('one of many instances runs a job, once per period; a failing job does not stop the next', async () => {
  const clock = { now: Date.parse('2026-06-10T10:00:00Z') }
  const service = { db: database.db, now: () => clock.now, settings: testSettings, courier: mailbox.courier }
  let runs = 0
  const failures: string[] = []
  const list: Job[] = [
    { name: 'broken', everyMs: 60_000, run: () => Promise.reject(new Error('broken')) },
    { name: 'counted', everyMs: 60_000, run: async () => void (runs += 1) },
  ]
  const turn = () => runJobs(service, ({ name }) => failures.push(name), list)
  await Promise.all([turn(), turn(), turn(), turn()])
  expect([runs, failures]).toEqual([1, ['broken']])
  clock.now += 59_999
  await turn()
  expect(runs).toBe(1)
  clock.now += 1
  await Promise.all([turn(), turn()])
  expect([runs, failures]).toEqual([2, ['broken', 'broken']])
})

test('due jobs are found with a single query', async () => {
  const clock = { now: Date.parse('2026-06-11T10:00:00Z') }
  const service = { db: database.db, now: () => clock.now, settings: testSettings, courier: mailbox.courier }
  const list = ['a', 'b', 'c', 'd'].map((name): Job => ({ name, everyMs: 60_000, run: () => Promise.resolve() }))
  expect(await dueJobs(service, list)).toEqual(list)
  await runJobs(service, () => {}, list.slice(1))
  const queries = await recordQueries(database.db).during(async () => {
    expect(await dueJobs(service, list)).toEqual(list.slice(0, 1))
  })
  expect(queries).toHaveLength(1)
  clock.now += 60_000
  expect(await dueJobs(service, list)).toEqual(list)
})
