import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { appendOperation, findChain } from './queries/operation-chain.ts'
import { signAuditHeads, verifyAudit } from './chain.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  await fill(1000)
})
afterAll(() => portal?.stop())

const append = (row: Parameters<typeof appendOperation>[1]) => portal.db.transaction((tx) => appendOperation(tx, row))

async function fill(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) {
    await append({
      at: portal.clock.now + nth * 1000,
      accountId: null,
      userName: `name ${nth}`,
      action: 'POST /stations',
      stationId: null,
      stationName: null,
      deviceId: null,
      deviceName: null,
      errorCode: nth % 3 === 0 ? 'access.denied' : null,
      traceId: `trace ${nth}`,
      apiKey: null,
    })
  }
}

const query = (text: string) => portal.ownerDb.pool.query(text)
const verify = () => verifyAudit(portal.service, portal.service.settings.key)

/** Changes rows as an attacker who owns the database would, with the trigger disabled. Undone afterwards. */
async function tampered(change: () => Promise<unknown>) {
  await query('alter table operation disable trigger operation_only_added')
  await query('create table kept as table operation')
  await change()
  const { faults } = await verify()
  await query('delete from operation')
  await query('insert into operation select * from kept')
  await query('drop table kept')
  await query('alter table operation enable trigger operation_only_added')
  return faults
}

test("neither the service's role nor the tables' owner can change the operation log", async () => {
  for (const text of [
    "update operation set user_name = 'x' where no = 5",
    'delete from operation where no = 5',
    'truncate operation',
    'delete from audit_head',
  ]) {
    for (const { pool } of [portal.db, portal.ownerDb])
      await expect(pool.query(text)).rejects.toMatchObject({ code: '42501' })
  }
})

test('verification names the altered, missing or swapped row among 1,000', async () => {
  expect(await verify()).toEqual({ rows: 1000, heads: 0, faults: [] })
  const day = '2026-06-10'
  for (const column of ['user_name', 'action', 'error_code', 'trace_id']) {
    expect(await tampered(() => query(`update operation set ${column} = 'x' where no = 500`))).toEqual([
      { day, no: 500, fault: 'altered' },
    ])
  }
  expect(await tampered(() => query("update operation set at = at + interval '1 s' where no = 1"))).toEqual([
    { day, no: 1, fault: 'altered' },
  ])
  expect(await tampered(() => query('delete from operation where no = 500'))).toContainEqual({
    day,
    no: 500,
    fault: 'missing',
  })
  const exchanged = await tampered(async () => {
    await query('update operation set no = 0 where no = 500')
    await query('update operation set no = 500 where no = 501')
    await query('update operation set no = 501 where no = 0')
  })
  expect(exchanged[0]).toEqual({ day, no: 500, fault: 'altered' })
})

test('the signed end of a day reveals rows cut off and a rewritten chain', async () => {
  portal.clock.now += 24 * 3_600_000
  await fill(3)
  await signAuditHeads(portal.service)
  await signAuditHeads(portal.service)
  expect(await verify()).toEqual({ rows: 1003, heads: 1, faults: [] })
  const operator = await portal.signIn('operator', 'operator')
  expect((await operator.call('GET /audit-heads')).data).toMatchObject([{ day: '2026-06-10', rows: 1000 }])

  const cut = await tampered(() => query("delete from operation where day = '2026-06-10' and no > 998"))
  expect(cut).toEqual([
    { day: '2026-06-10', no: 999, fault: 'missing' },
    { day: '2026-06-10', no: 1000, fault: 'missing' },
  ])
  const anew = await tampered(async () => {
    const [last] = await findChain(portal.db.read, { day: '2026-06-10', no: 999 }, 1)
    if (!last) throw new Error('no row 1000')
    await query("delete from operation where (day, no) >= ('2026-06-10', 1000)")
    await append({ ...last, userName: 'somebody else' })
  })
  expect(anew.map(({ fault }) => fault)).not.toEqual([])
  // With another key the signature is invalid.
  expect((await verifyAudit(portal.service, Buffer.alloc(32, 1))).faults).toEqual([
    { day: '2026-06-10', no: null, fault: 'headSignature' },
  ])
})

test('rows written concurrently form one chain', async () => {
  await Promise.all(Array.from({ length: 8 }, () => fill(20)))
  const { rows, faults } = await verify()
  expect([rows >= 1163, faults]).toEqual([true, []])
})
