import {
  addTestPlant,
  frame,
  type Person,
  proved,
  startTestPortal,
  testLogger,
  type TestPlant,
  type TestPortal,
} from '../testing/test-portal.ts'

let portal: TestPortal
let owner: Person
let plant: TestPlant
let minutes = 0

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  owner = proved(portal, await portal.signIn('owner'))
  plant = await addTestPlant(portal, owner)
})
afterAll(() => portal?.stop())

const hourMs = 3_600_000
const params = () => ({ loggerId: plant.logger.id })
const keys = async () => (await owner.call('GET /loggers/:loggerId/keys', { params: params() })).data
const rotate = async (overlapHours: number) =>
  (await owner.call('POST /loggers/:loggerId/keys', { params: params(), body: { overlapHours } })).data
const send = async (key?: string) => {
  minutes += 1
  const devices = [frame(plant.devices[0]?.serial ?? '', portal.clock.now - minutes * 1000, { powerW: minutes })]
  const { status, errorCode } = await plant.logger.send({ devices }, key === undefined ? {} : { key })
  return errorCode ?? status
}

test('the former key works beside a new one for the chosen overlap; each shows its last use', async () => {
  expect(await send()).toBe(200)
  const [first] = await keys()
  expect(first).toMatchObject({ endsAt: null, lastUsedAt: '2026-06-10T10:00:00.000Z' })
  const second = await rotate(2)
  expect(await keys()).toMatchObject([
    { id: second.id, endsAt: null, lastUsedAt: null },
    { id: first?.id, endsAt: '2026-06-10T12:00:00.000Z' },
  ])
  portal.clock.now += 2 * hourMs - 1
  expect([await send(), await send(second.key)]).toEqual([200, 200])
  expect((await keys())[0]?.lastUsedAt).toBe('2026-06-10T11:59:59.999Z')
  portal.clock.now += 1
  expect([await send(), await send(second.key)]).toEqual(['logger.keyWrong', 200])
  expect(await keys()).toHaveLength(1)

  // An overlap of 0 ends keys at once; the next change does not prolong a key that is about to end.
  const third = await rotate(0)
  expect([await send(second.key), await send(third.key)]).toEqual(['logger.keyWrong', 200])
  const fourth = await rotate(1)
  await rotate(100)
  portal.clock.now += hourMs
  expect([await send(third.key), await send(fourth.key)]).toEqual(['logger.keyWrong', 200])
})

test('a revoked key is refused for frames and commands; it can be revoked only at its own logger', async () => {
  const { id, key } = await rotate(24)
  const poll = () =>
    portal.app.inject({
      method: 'POST',
      url: '/api/ingest/v1/commands/next',
      headers: { authorization: `Logger ${key}` },
      payload: { waitS: 0 },
    })
  expect([await send(key), (await poll()).statusCode]).toEqual([200, 200])
  const other = await addTestPlant(portal, owner)
  const revoke = (loggerId: string) =>
    owner.call('DELETE /loggers/:loggerId/keys/:loggerKeyId', { params: { loggerId, loggerKeyId: id } })
  expect((await revoke(other.logger.id)).errorCode).toBe('notFound')
  expect((await revoke(plant.logger.id)).status).toBe(200)
  expect([await send(key), (await poll()).statusCode]).toEqual(['logger.keyWrong', 401])
  expect((await revoke(plant.logger.id)).errorCode).toBe('notFound')
})

test('a serial used by another account can be added and reveals nothing', async () => {
  const squatter = proved(portal, await portal.signIn('squatter'))
  const [taken, free] = [plant.logger.serial, `FREE-SERIAL-${process.pid}`]
  const add = (person: Person, serial: string) => person.call('POST /loggers', { body: { serial } })
  const replies = [await add(squatter, taken), await add(squatter, free)]
  for (const { status, data } of replies)
    expect([status, Object.keys(data).toSorted()]).toEqual([200, ['id', 'key', 'serial']])
  // The account's own list shows the serial, so the reply may tell that it is taken.
  expect((await add(squatter, taken)).errorCode).toBe('logger.serialTaken')

  // An earlier logger of the same serial in another account, even with data, does not hinder the owner.
  const early = testLogger(portal, replies[1]?.data ?? { id: '', serial: '', key: '' })
  expect((await early.send({ devices: [] })).status).toBe(200)
  const late = await add(owner, free)
  expect(late.status).toBe(200)
  const own = testLogger(portal, late.data)
  const { data: device } = await owner.call('POST /devices/unassigned', {
    body: {
      loggerId: late.data.id,
      serial: `OF-FREE-${process.pid}`,
      name: 'Inverter',
      model: 'PV10',
      ratedPowerW: 10_000,
      capacityKwp: 10,
      mpptCount: 1,
      stringCount: 1,
      installedOn: '2020-01-01',
      supportsReactivePower: false,
      supportsIvScan: false,
      sortNumber: 1,
    },
  })
  const devices = [frame(device.serial, portal.clock.now, { powerW: 5 })]
  expect((await own.send({ devices })).data).toMatchObject({ accepted: 1, rejected: [] })
  expect((await early.send({ devices })).data).toMatchObject({ accepted: 0 })
})

test('the clock offset is measured with every batch; a delayed batch hardly changes it', async () => {
  const offset = async () =>
    (await owner.call('GET /loggers', { query: { pageSize: '100' } })).data.find(({ id }) => id === plant.logger.id)
      ?.clockOffsetS
  const { key } = await rotate(0)
  const sendAt = (aheadS: number) =>
    plant.logger.send(
      {},
      {
        key,
        payload: JSON.stringify({
          logger: plant.logger.serial,
          seq: 1,
          loggerTime: portal.clock.now + aheadS * 1000,
          uptimeS: 1,
          devices: [],
        }),
      },
    )
  for (const aheadS of [420, 420, 380, 420, 420, 420]) expect((await sendAt(aheadS)).status).toBe(200)
  expect(await offset()).toBeGreaterThan(410)
  expect(await offset()).toBeLessThanOrEqual(420)
  // A clock that was changed is noticed with the next batch.
  await sendAt(-3600)
  expect(await offset()).toBe(-3600)
})
