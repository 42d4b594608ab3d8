import { approvalMs, largeOrderDelayMs } from '@helioport/contract'
import { acceptedShare } from '../testing/own/accepted-share.ts'
import { commandLogger, carryOutCommands, prove } from '../testing/test-commands.ts'
import { addTestPlant, frame, type Person, startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { settleCommands } from './queue.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  portal.service.settings.largeOrderShare = 0.1
})
afterAll(() => {
  portal.service.settings.largeOrderShare = 1
  return portal?.stop()
})

const minute = 60_000

async function plantOf(owner: Person, devices: number, model?: string) {
  const plant = await addTestPlant(portal, owner, { devices })
  if (model !== undefined) {
    await portal.db.kysely.updateTable('device').set({ model }).where('logger_id', '=', plant.logger.id).execute()
  }
  await plant.logger.send({ devices: plant.devices.map(({ serial }) => frame(serial, portal.clock.now)) })
  await prove(portal, owner)
  const logger = await commandLogger(portal, plant.logger.id)
  return { ...plant, logger, deviceIds: plant.devices.map(({ id }) => id) }
}
/** The rest of an account's capacity: one device with this rated power. */
const ballast = (owner: Person, ratedPowerW: number) => addTestPlant(portal, owner, { ratedPowerW })
/** A sub-account that may control everything, signed in and proved. */
async function colleagueOf(owner: Person, userName: string, email: string | null = null): Promise<Person> {
  await prove(portal, owner)
  const password = `password of ${userName}`
  const made = await owner.call('POST /sub-accounts', {
    body: { userName, nickname: userName, email, password, mayControl: true, allStations: true, stationIds: [] },
  })
  expect(made.status).toBe(200)
  const { response, data } = await portal.anyone('POST /session', { body: { account: userName, password } })
  const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
  const call: Person['call'] = (name, options = {}) =>
    portal.anyone(name, { ...options, headers: { ...options.headers, cookie } })
  const person = { accountId: data.accountId, cookie, call }
  await prove(portal, person)
  return person
}
const set = (person: Person, deviceIds: string[], more: object = {}) =>
  person.call('POST /commands/reactive-power', { body: { deviceIds, powerFactor: 0.95, ...more } })
const detail = async (person: Person, commandId: string) =>
  (await person.call('GET /commands/:commandId', { params: { commandId } })).data
const approve = (person: Person, commandId: string) =>
  person.call('POST /commands/:commandId/approval', { params: { commandId } })
const cancel = (person: Person, commandId: string) =>
  person.call('POST /commands/:commandId/cancellation', { params: { commandId } })
const settle = () => settleCommands(portal.service)

test('an order for two stations makes a command and a canary for each, with raw values per model', async () => {
  const owner = await portal.signIn('two-stations')
  await ballast(owner, 800_000)
  const [one, other] = [await plantOf(owner, 2, 'PV-60000T'), await plantOf(owner, 2, 'PV-250000H')]
  const { data } = await set(owner, [...one.deviceIds, ...other.deviceIds], { canary: true })
  expect(data.hold).toBeNull()
  expect(data.devices.map(({ raw, isCanary }) => [raw, isCanary])).toEqual([
    [950, true],
    [950, false],
  ])
  const second = await detail(owner, data.together[0]?.commandId ?? '')
  expect(second.orderId).toBe(data.orderId)
  expect(second.devices.map(({ raw, isCanary }) => [raw, isCanary])).toEqual([
    [-950, true],
    [-950, false],
  ])
  expect(await other.logger.next()).toMatchObject({ powerFactor: 0.95, raw: -950 })
  // The canary of one station does not hold back the other station.
  expect(await carryOutCommands(one.logger, new Map())).toBe(2)
})

test('reactive power with the wrong sign is a mismatch at the canary and fails the other devices', async () => {
  const owner = await portal.signIn('wrong-sign')
  await ballast(owner, 400_000)
  const { deviceIds, logger } = await plantOf(owner, 2, 'PV-60000T')
  const { data } = await set(owner, deviceIds, { canary: true })
  const order = await logger.next()
  if (!order) throw new Error('no order')
  const step = (told: object) => logger.step(order, { lease: order.lease, step: 'readBack', ...told })
  await step({ step: 'delivered', powerFactor: 1 })
  await step({ step: 'written' })
  await step({ powerFactor: 0.95, raw: 950, powerW: 8000, reactiveVar: -2600 })
  const [canary, next] = (await detail(owner, data.id)).devices
  expect(canary).toMatchObject({ state: 'MISMATCH', reason: 'wrongSign', readBackRaw: 950 })
  expect(next).toMatchObject({ state: 'FAILED', reason: 'canaryFailed' })
})

test('a large order waits for approval by a second person with a proof; its author or a guest cannot approve', async () => {
  const owner = await portal.signIn('first-person')
  const colleague = await colleagueOf(owner, 'second-person')
  const { deviceIds, logger, stationId } = await plantOf(owner, 3)
  const { data } = await set(owner, deviceIds, { revertAfterMinutes: 30 })
  expect(data.hold).toMatchObject({ kind: 'secondPerson', waits: true, mayApprove: false })
  expect(await logger.next()).toBeNull()
  expect((await approve(owner, data.id)).errorCode).toBe('command.samePerson')
  // A sub-account made after the order cannot approve it.
  portal.clock.now += 1000
  const late = await colleagueOf(owner, 'late-person')
  expect((await approve(late, data.id)).errorCode).toBe('command.samePerson')
  // Nor can a guest with every right.
  const guest = await portal.signIn('guest')
  await acceptedShare(portal, stationId, guest, ['view', 'control'])
  await prove(portal, guest)
  expect((await approve(guest, data.id)).errorCode).toBe('command.samePerson')
  // Only an account that may approve the order finds it in the list.
  const waitsFor = async (person: Person) =>
    (await person.call('GET /commands', { query: { waitsForMe: 'true' } })).data.map(({ id }) => id)
  expect([await waitsFor(colleague), await waitsFor(owner), await waitsFor(late), await waitsFor(guest)]).toEqual([
    [data.id],
    [],
    [],
    [],
  ])
  portal.clock.now += 60 * minute
  expect((await approve(colleague, data.id)).errorCode).toBe('session.proofRequired')
  expect(await logger.next()).toBeNull()

  await prove(portal, colleague)
  expect((await detail(colleague, data.id)).hold?.mayApprove).toBe(true)
  const approved = await approve(colleague, data.id)
  expect(approved.data).toMatchObject({ hold: { waits: false, approvedBy: 'second-person' } })
  // Its expiry and its revert count from the approval.
  expect(approved.data.revertAt).toBe(new Date(portal.clock.now + 30 * minute).toISOString())
  expect(await carryOutCommands(logger, new Map())).toBe(3)
  expect((await approve(colleague, data.id)).errorCode).toBe('command.nothingWaits')
  expect(await waitsFor(colleague)).toEqual([])
})

test('a large order is mailed to every account that may approve it', async () => {
  const owner = await portal.signIn('telling-owner')
  const colleague = await colleagueOf(owner, 'told-person', 'told@example.org')
  await colleagueOf(owner, 'person-without-mail')
  const { deviceIds } = await plantOf(owner, 2)
  const { data } = await set(colleague, deviceIds)
  const sent = () =>
    portal.db.kysely
      .selectFrom('message')
      .select(['account_id', 'kind', 'subject'])
      .where('kind', '=', 'orderWaits')
      .where('account_id', 'in', [owner.accountId, colleague.accountId])
      .execute()
  expect(data.hold?.kind).toBe('secondPerson')
  expect(await sent()).toMatchObject([{ account_id: owner.accountId }])
  await set(owner, (await plantOf(owner, 2)).deviceIds)
  expect(await sent()).toMatchObject([{ account_id: owner.accountId }, { account_id: colleague.accountId }])
})

test('a second person rejects a large order with a reason; its author or a blank reason is refused', async () => {
  const owner = await portal.signIn('rejected-person')
  const colleague = await colleagueOf(owner, 'rejecting-person')
  const [one, other] = [await plantOf(owner, 2), await plantOf(owner, 2)]
  const { data } = await set(owner, [...one.deviceIds, ...other.deviceIds])
  const reject = (person: Person, reason: string) =>
    person.call('POST /commands/:commandId/rejection', { params: { commandId: data.id }, body: { reason } })
  expect((await reject(owner, 'changed my mind')).errorCode).toBe('command.samePerson')
  expect((await reject(colleague, '  ')).errorCode).toBe('request.invalid')
  const rejected = await reject(colleague, ' The grid operator has not agreed ')
  const at = new Date(portal.clock.now).toISOString()
  const said = { rejectedBy: 'rejecting-person', rejectedAt: at, rejection: 'The grid operator has not agreed' }
  expect(rejected.data).toMatchObject({ ended: true, hold: { waits: false, approvedBy: null, ...said } })
  // The whole order is rejected.
  for (const id of [data.id, data.together[0]?.commandId ?? ''])
    expect(await detail(owner, id)).toMatchObject({ hold: said, counts: { open: 0, cancelled: 2 } })
  expect(await one.logger.next()).toBeNull()
  expect((await reject(colleague, 'again')).errorCode).toBe('command.nothingWaits')
})

test('a large order not approved within a day ends and cannot be approved any more', async () => {
  const owner = await portal.signIn('unheard')
  const colleague = await colleagueOf(owner, 'late-to-answer')
  const { deviceIds, logger } = await plantOf(owner, 2)
  const { data } = await set(owner, deviceIds)
  portal.clock.now += approvalMs
  await settle()
  expect(await detail(owner, data.id)).toMatchObject({ ended: true, hold: { waits: false, approvedBy: null } })
  await prove(portal, colleague)
  expect((await approve(colleague, data.id)).errorCode).toBe('command.nothingWaits')
  expect(await logger.next()).toBeNull()
})

test("a waiting order for two stations is cancelled as a whole; a guest of one cancels only that station's part", async () => {
  const owner = await portal.signIn('both-stations')
  await colleagueOf(owner, 'second-of-both')
  const [one, other] = [await plantOf(owner, 2), await plantOf(owner, 2)]
  const guest = await portal.signIn('guest-of-one')
  await acceptedShare(portal, one.stationId, guest, ['view', 'control'])
  await prove(portal, guest)
  const order = async () => (await set(owner, [...one.deviceIds, ...other.deviceIds])).data
  const first = await order()
  const waits = async (id: string) => (await detail(owner, id)).hold?.waits
  const partOf = ({ together }: typeof first) => together[0]?.commandId ?? ''
  expect([await waits(first.id), await waits(partOf(first))]).toEqual([true, true])
  const atOne = first.stationId === one.stationId ? first.id : partOf(first)
  const atOther = atOne === first.id ? partOf(first) : first.id
  expect((await cancel(guest, atOne)).status).toBe(200)
  expect([await waits(atOne), await waits(atOther)]).toEqual([false, true])
  expect((await cancel(owner, atOther)).status).toBe(200)
  const second = await order()
  await cancel(owner, second.id)
  expect([await waits(second.id), await waits(partOf(second))]).toEqual([false, false])
  expect((await detail(owner, partOf(second))).counts).toMatchObject({ open: 0, cancelled: 2 })
})

test('with one person alone a large order waits 10 minutes and can be cancelled meanwhile', async () => {
  const owner = await portal.signIn('alone')
  const { deviceIds, logger } = await plantOf(owner, 2)
  const first = await set(owner, deviceIds)
  expect(first.data).toMatchObject({ hold: { kind: 'delay', waits: true }, cancellable: true })
  portal.clock.now += largeOrderDelayMs - 1
  await settle()
  expect(await logger.next()).toBeNull()
  const cancelled = await cancel(owner, first.data.id)
  expect(cancelled.data).toMatchObject({ ended: true, cancellable: false, hold: { waits: false } })
  expect(cancelled.data.devices.map(({ state }) => state)).toEqual(['CANCELLED', 'CANCELLED'])
  expect(cancelled.data.counts).toEqual({ total: 2, open: 0, done: 0, failed: 2, cancelled: 2 })
  portal.clock.now += 1
  await settle()
  expect(await logger.next()).toBeNull()
  expect((await cancel(owner, first.data.id)).errorCode).toBe('command.nothingWaits')

  await prove(portal, owner)
  const again = await set(owner, deviceIds)
  portal.clock.now += largeOrderDelayMs
  await settle()
  expect(await carryOutCommands(logger, new Map())).toBe(2)
  expect((await detail(owner, again.data.id)).hold).toMatchObject({ waits: false, approvedBy: null })
})

test('split orders count together as a large one; a device already delivered is not cancelled', async () => {
  const owner = await portal.signIn('piecemeal')
  await ballast(owner, 280_000)
  const { deviceIds, logger } = await plantOf(owner, 2)
  const third = await plantOf(owner, 2)
  const small = await set(owner, deviceIds)
  expect(small.data.hold).toBeNull()
  expect((await set(owner, third.deviceIds)).data.hold).toMatchObject({ kind: 'delay' })
  const order = await logger.next()
  if (!order) throw new Error('no order')
  await logger.step(order, { lease: order.lease, step: 'delivered', powerFactor: 1 })
  const { data } = await cancel(owner, small.data.id)
  expect(data.devices.map(({ state }) => state)).toEqual(['DELIVERED', 'CANCELLED'])
})

test('an order waiting for approval does not block the revert of the former one', async () => {
  const owner = await portal.signIn('timed')
  await ballast(owner, 300_000)
  const { deviceIds, logger } = await plantOf(owner, 1)
  const registers = new Map<string, number>()
  await set(owner, deviceIds, { revertAfterMinutes: 12 })
  await carryOutCommands(logger, registers)
  portal.clock.now += 11 * minute
  portal.service.settings.largeOrderShare = 0.01
  await prove(portal, owner)
  const { data } = await set(owner, deviceIds, { powerFactor: 0.9 })
  portal.service.settings.largeOrderShare = 0.1
  portal.clock.now += minute
  await settle()
  expect((await detail(owner, data.id)).devices[0]).toMatchObject({ state: 'FAILED', reason: 'superseded' })
  await carryOutCommands(logger, registers)
  expect([...registers.values()]).toEqual([1])
})

test("a season's hours per power level come from complete days alone", async () => {
  const owner = await portal.signIn('seasonal')
  const { stationId, deviceIds } = await plantOf(owner, 2)
  const { no } = await portal.db.kysely
    .selectFrom('device')
    .select('no')
    .where('id', '=', deviceIds[0] ?? '')
    .executeTakeFirstOrThrow()
  const quarters = (watts: number, count: number) => Array.from({ length: 96 }, (_, i) => (i < count ? watts : 0))
  const today = new Date(portal.clock.now).toISOString().slice(0, 10)
  const dayBefore = new Date(portal.clock.now - 24 * 3_600_000).toISOString().slice(0, 10)
  for (const [date, quarter_w] of [
    [dayBefore, quarters(9_900, 8)],
    [today, quarters(5_000, 40)],
  ] as const) {
    await portal.db.pool.query(
      `insert into device_day (device_no, station_id, date, energy_kwh, samples, daylight_bins, spliced_kwh, resets,
         outliers, quarter_w) values ($1, $2, $3, 20, 1, 1, 0, 0, 0, $4)
       on conflict (device_no, date) do update set quarter_w = $4, energy_kwh = 20`,
      [no, stationId, date, quarter_w],
    )
  }
  const { data } = await owner.call('GET /stations/:stationId/seasons', { params: { stationId } })
  expect(data).toMatchObject([{ deviceId: deviceIds[0], days: 1 }])
  expect(data[0]?.hoursAt.reduce((sum, hours) => sum + hours, 0)).toBe(2)
  expect(data[0]?.hoursAt[39]).toBe(2)
})
