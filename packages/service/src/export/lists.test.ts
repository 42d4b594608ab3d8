import { recordOperation } from '../audit/operation.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { operationsTable } from './lists.ts'

const { portal, owner } = sharedPortal('2026-06-10T12:00:00Z')

async function operate(times: number, action: string) {
  const account = { accountId: owner.accountId, userName: 'owner', key: null }
  for (let nth = 0; nth < times; nth += 1) {
    portal.clock.now += 1_000
    await recordOperation(portal.service, { account, action, named: {}, errorCode: null, traceId: `${action} ${nth}` })
  }
}

test('operations added during an export of the log duplicate no row of it', async () => {
  await operate(230, 'before')
  const traces: unknown[] = []
  const { rows } = await operationsTable(portal.service, owner.accountId, {})
  for await (const row of rows) {
    traces.push(row.at(-1))
    if (traces.length === 10) await operate(5, 'meanwhile')
  }
  const before = traces.filter((trace) => String(trace).startsWith('before '))
  expect([before.length, new Set(before).size]).toEqual([230, 230])
  expect(traces.filter((trace) => String(trace).startsWith('meanwhile '))).toEqual([])
})
