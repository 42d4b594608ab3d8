import { errorWordOf, maxCaredAlarms } from '@helioport/contract'
import { acceptedShare } from '../testing/own/accepted-share.ts'
import { addTestPlant, frame, type Person, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')
const key = 'one-intent-of-a-test'
let plant: TestPlant
let stranger: Person
let alarmIds: string[]

beforeAll(async () => {
  stranger = await portal.signIn('care-stranger')
  plant = await addTestPlant(portal, owner, { devices: 3 })
  for (const at of [portal.clock.now - 300_000, portal.clock.now]) {
    const devices = plant.devices.map(({ serial }, nth) =>
      frame(serial, at, { errorWord: errorWordOf(nth < 2 ? ['C8'] : ['F1']) }),
    )
    await plant.logger.send({ devices })
  }
  alarmIds = (await alarms()).map(({ id }) => id)
})

const alarms = async () => (await owner.call('GET /alarms', { query: { stationId: plant.stationId } })).data
const commentsOf = async (alarmId: string) =>
  (await owner.call('GET /alarms/:alarmId/comments', { params: { alarmId } })).data.map(({ text }) => text)

test('one call acknowledges, assigns, snoozes and comments several alarms; repeated, it changes nothing', async () => {
  expect(alarmIds).toHaveLength(3)
  const snoozedUntil = new Date(portal.clock.now + 86_400_000).toISOString()
  const body = { key, alarmIds, acknowledged: true, assigneeId: owner.accountId, snoozedUntil, comment: 'Fan ordered' }
  expect(await owner.call('POST /alarm-care', { body })).toMatchObject({ status: 200, data: { groups: 3 } })
  const first = await alarms()
  for (const alarm of first) {
    expect(alarm).toMatchObject({ acknowledgedBy: 'owner', assigneeId: owner.accountId, commentCount: 1, snoozedUntil })
  }
  portal.clock.now += 60_000
  await owner.call('POST /alarm-care', { body })
  expect(await alarms()).toEqual(first)
  // The same text with another key is another comment.
  await owner.call('POST /alarm-care', {
    body: { key: `${key}-2`, alarmIds: alarmIds.slice(0, 1), comment: 'Fan ordered' },
  })
  expect(await commentsOf(alarmIds[0] ?? '')).toEqual(['Fan ordered', 'Fan ordered'])
})

test('a foreign alarm, an invalid assignee or a snooze in the past fails the whole call', async () => {
  const before = await alarms()
  const foreign = { key, alarmIds, acknowledged: false }
  expect((await stranger.call('POST /alarm-care', { body: foreign })).errorCode).toBe('notFound')
  const unknown = [...alarmIds, '00000000-0000-4000-8000-000000000000']
  expect(
    (await owner.call('POST /alarm-care', { body: { key, alarmIds: unknown, acknowledged: false } })).errorCode,
  ).toBe('notFound')
  const body = { key, alarmIds, acknowledged: false, assigneeId: stranger.accountId }
  expect((await owner.call('POST /alarm-care', { body })).errorCode).toBe('alarm.assigneeUnknown')
  const over = { key, alarmIds, acknowledged: false, snoozedUntil: new Date(portal.clock.now).toISOString() }
  expect((await owner.call('POST /alarm-care', { body: over })).errorCode).toBe('request.invalid')
  expect(await alarms()).toEqual(before)
})

test('a refused call names the alarms that cannot be changed, and changes none', async () => {
  const before = await alarms()
  const lost = '00000000-0000-4000-8000-000000000000'
  const some = await owner.call('POST /alarm-care', {
    body: { key, alarmIds: [alarmIds[0] ?? '', lost], acknowledged: false },
  })
  expect(some.response.json()).toMatchObject({ errorCode: 'notFound', issues: [{ path: '/alarmIds/1' }] })
  const other = await addTestPlant(portal, owner)
  const at = portal.clock.now
  for (const instant of [at - 300_000, at]) {
    await other.logger.send({
      devices: other.devices.map(({ serial }) => frame(serial, instant, { errorWord: errorWordOf(['F1']) })),
    })
  }
  const there = (await owner.call('GET /alarms', { query: { stationId: other.stationId } })).data.map(({ id }) => id)
  await acceptedShare(portal, plant.stationId, stranger, ['view', 'alarms'])
  const given = await owner.call('POST /alarm-care', {
    body: { key, alarmIds: [...alarmIds, ...there], assigneeId: stranger.accountId },
  })
  const issues = there.map((_, nth) => ({ path: `/alarmIds/${alarmIds.length + nth}` }))
  expect(issues.length).toBeGreaterThan(0)
  expect(given.response.json()).toMatchObject({ errorCode: 'alarm.assigneeUnknown', issues })
  expect(await alarms()).toEqual(before)
})

test('a call with too many alarms is rejected', async () => {
  const many = Array.from(
    { length: maxCaredAlarms + 1 },
    (_, nth) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
  )
  expect((await owner.call('POST /alarm-care', { body: { key, alarmIds: many } })).errorCode).toBe('request.invalid')
})
