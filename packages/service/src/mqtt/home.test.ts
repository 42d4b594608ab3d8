import type { MqttClient } from 'mqtt'
import { startTestBroker, type TestBroker } from '../testing/broker/test-broker.ts'
import {
  addTestLogger,
  addTestPlant,
  frame,
  type Person,
  proved,
  startTestPortal,
  type TestPlant,
  type TestPortal,
} from '../testing/test-portal.ts'
import { countWaiting } from '../testing/test-database.ts'
import { recordQueries } from '../testing/recorded-queries.ts'
import { findHomeConfigs, keepHomeConfigs } from './queries/home.ts'

let portal: TestPortal
let broker: TestBroker
let owner: Person
let plant: TestPlant
let server: { serial: string; key: string }

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  owner = proved(portal, await portal.signIn('owner'))
  plant = await addTestPlant(portal, owner)
  await addTestLogger(portal, owner, plant.stationId)
  server = (await owner.call('POST /loggers', { body: { serial: 'HOME-SERVER-0001' } })).data
  broker = await startTestBroker(portal)
})
afterAll(async () => {
  await broker?.close()
  await portal?.stop()
})

const root = () => `helioport/home/${owner.accountId}`
const configTopic = (id: string) => `${root()}/device/helioport_${id}/config`
const switchTo = (isOn: boolean) =>
  owner.call('PUT /stations/:stationId/home-assistant', { params: { stationId: plant.stationId }, body: { isOn } })
const send = (powerW: number, energyTotalKwh: number) => {
  portal.clock.now += 300_000
  return plant.logger.send({
    devices: [frame(plant.devices[0]?.serial ?? '', portal.clock.now, { powerW, energyTotalKwh })],
  })
}

/** A home server: the last message of each topic, as it would be retained; '': removed. */
async function listen(): Promise<{ client: MqttClient; of: Map<string, string>; isKept: Map<string, boolean> }> {
  const client = await broker.connect(server.serial, server.key)
  const of = new Map<string, string>()
  const isKept = new Map<string, boolean>()
  client.on('message', (topic, payload, { retain }) => {
    of.set(topic, payload.toString())
    isKept.set(topic, retain)
  })
  await client.subscribeAsync([`${root()}/+/+/config`, `${root()}/+/state`, `${root()}/+/online`])
  return { client, of, isKept }
}
async function until(isSo: () => boolean): Promise<void> {
  for (let nth = 0; !isSo(); nth += 1) {
    if (nth === 6_000) throw new Error('what was waited for did not come')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
const stateOf = (of: Map<string, string>, id: string) =>
  JSON.parse(of.get(`${root()}/${id}/state`) ?? 'null') as { powerW: number; energyTotalKwh: number } | null

test('a station switched on is announced with its inverter and retained state; switched off, it is removed', async () => {
  await send(4_000, 1_000)
  await send(4_100, 1_000.5)
  const device = plant.devices[0]?.id ?? ''
  const home = await listen()
  expect((await switchTo(true)).status).toBe(200)
  await until(() => home.of.has(configTopic(device)) && stateOf(home.of, device) !== null)
  // A bridge passes the retain flag on, also of messages while it is connected.
  expect(home.isKept.get(configTopic(device))).toBe(true)
  const config = JSON.parse(home.of.get(configTopic(device)) ?? '{}') as Record<string, unknown>
  expect(config).toMatchObject({
    device: { identifiers: [`helioport_${device}`], via_device: `helioport_${plant.stationId}` },
    origin: { name: 'helioport' },
    availability_topic: `${root()}/${device}/online`,
    components: {
      power: {
        platform: 'sensor',
        device_class: 'power',
        unit_of_measurement: 'W',
        unique_id: `helioport_${device}_power`,
      },
      total: { device_class: 'energy', state_class: 'total', unit_of_measurement: 'kWh' },
    },
  })
  expect(home.of.get(`${root()}/${plant.stationId}/online`)).toBe('online')
  const first = stateOf(home.of, device)
  expect(first?.powerW).toBe(4_100)
  expect(first?.energyTotalKwh).toBeGreaterThan(0)

  // Retained: a later subscriber gets the messages at once, with the flag.
  const later = await listen()
  await until(() => later.of.has(configTopic(plant.stationId)))
  expect(later.of.get(configTopic(plant.stationId))).toContain('"total"')

  await switchTo(false)
  await until(() => home.of.get(configTopic(device)) === '' && home.of.get(configTopic(plant.stationId)) === '')
  expect([home.of.get(configTopic(device)), home.of.get(configTopic(plant.stationId))]).toEqual(['', ''])
  expect(home.isKept.get(configTopic(device))).toBe(true)
  // A home server that was away and retained the description learns of the removal.
  const away = await listen()
  await until(() => away.of.get(configTopic(device)) === '')
  expect(away.of.get(configTopic(device))).toBe('')
})

test('availability is published repeatedly, for brokers that restart', async () => {
  await switchTo(true)
  const { client } = await listen()
  let told = 0
  client.on('message', (topic) => (told += Number(topic === `${root()}/${plant.stationId}/online`)))
  await until(() => told >= 4)
  expect(told).toBeGreaterThanOrEqual(4)
})

test('a disabled account cannot subscribe, not even by an open connection', async () => {
  const device = plant.devices[0]?.id ?? ''
  await switchTo(true)
  const home = await listen()
  await until(() => home.of.has(configTopic(device)))
  const disable = (at: string) =>
    portal.db.pool.query(`update account set disabled_at = ${at} where id = $1`, [owner.accountId])
  await disable('now()')
  try {
    // Retained messages would arrive at once.
    await expect(home.client.subscribeAsync(`${root()}/#`)).rejects.toThrow('Subscribe error')
  } finally {
    await disable('null')
  }
})

test('the published counter never falls below the value published before', async () => {
  const device = plant.devices[0]?.id ?? ''
  await switchTo(true)
  const home = await listen()
  await until(() => stateOf(home.of, device) !== null)
  const before = stateOf(home.of, device)?.energyTotalKwh ?? 0
  await portal.ownerDb.pool.query('update home_config set energy_kwh = energy_kwh + 50 where topic = $1', [
    configTopic(device),
  ])
  await until(() => (stateOf(home.of, device)?.energyTotalKwh ?? 0) >= before + 50)
  expect(stateOf(home.of, device)?.energyTotalKwh).toBe(before + 50)
})

test('a counter corrected by a person or its logger is published even if it falls', async () => {
  const device = plant.devices[0]
  const id = device?.id ?? ''
  await switchTo(true)
  await send(4_000, 1_001)
  await send(4_000, 1_009)
  const wrongAt = portal.clock.now
  const { of } = await listen()
  const told = () => stateOf(of, id)?.energyTotalKwh ?? 0
  await portal.ownerDb.pool.query('update home_config set energy_kwh = 1009 where topic = $1', [configTopic(id)])
  await until(() => told() === 1_009)
  const at = new Date(wrongAt).toISOString()
  const edit = {
    deviceId: id,
    from: at,
    to: at,
    values: ['energyTotalKwh' as const],
    factor: null,
    note: 'a wrong reading',
  }
  const params = { stationId: plant.stationId }
  expect((await owner.call('POST /stations/:stationId/value-edits', { params, body: edit })).status).toBe(200)
  await until(() => told() === 1_001)
  expect(told()).toBe(1_001)

  await send(4_000, 1_003)
  await until(() => told() === 1_003)
  const batch = { logger: plant.logger.serial, seq: 900, loggerTime: portal.clock.now, uptimeS: 1, correction: true }
  const devices = [frame(device?.serial ?? '', portal.clock.now, { powerW: 4_000, energyTotalKwh: 1_002 })]
  const { data } = await plant.logger.send({}, { payload: JSON.stringify({ ...batch, devices }) })
  expect(data.accepted).toBe(1)
  await until(() => told() === 1_002)
  expect(told()).toBe(1_002)
})

test('a value read before a correction does not overwrite the corrected counter', async () => {
  const topic = configTopic(plant.devices[0]?.id ?? '')
  const keptKwh = async () =>
    (await findHomeConfigs(portal.service.db.read, owner.accountId)).find((row) => row.topic === topic)
  const keep = (beforeKwh: number | null, energyKwh: number) =>
    portal.service.db.transaction((tx) =>
      keepHomeConfigs(tx, owner.accountId, [{ topic, beforeKwh, energyKwh }], portal.clock.now, 0),
    )
  await switchTo(false)
  await portal.ownerDb.pool.query('update home_config set energy_kwh = null where topic = $1', [topic])
  await keep(1_003, 1_003)
  expect(await keptKwh()).toMatchObject({ energy_kwh: null })
  await keep(null, 1_002)
  expect(await keptKwh()).toMatchObject({ energy_kwh: 1_002 })
})

test('two instances that publish overlapping stations at once do not deadlock', async () => {
  await switchTo(false)
  const topics = ['first', 'second', 'third'].map((name) => `${root()}/device/${name}/config`)
  const told = (nths: number[]) => nths.map((nth) => ({ topic: topics[nth] ?? '', beforeKwh: null, energyKwh: null }))
  const keep = (nths: number[]) =>
    portal.service.db.transaction((tx) => keepHomeConfigs(tx, owner.accountId, told(nths), portal.clock.now, 0))
  await keep([0, 1, 2])
  const holder = await portal.ownerDb.pool.connect()
  await holder.query('begin')
  await holder.query('select from home_config where topic = $1 for update', [topics[2]])
  const kept = Promise.allSettled([keep([0, 2]), keep([1, 2])])
  while ((await countWaiting(portal.ownerDb.pool)) < 2) await new Promise(setImmediate)
  await holder.query('commit')
  holder.release()
  expect((await kept).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})

test('while the database is slow subscriptions share one query and do not queue', async () => {
  await switchTo(true)
  const other = await startTestBroker(portal)
  const client = await other.connect(server.serial, server.key)
  const slow = await portal.ownerDb.pool.connect()
  await slow.query('begin')
  await slow.query('lock table home_config in access exclusive mode')
  const asked = await recordQueries(portal.db).during(async () => {
    for (let nth = 0; nth < 40; nth += 1) await client.subscribeAsync(`${root()}/+/online`)
    await slow.query('commit')
    slow.release()
    await other.close()
  })
  const turns = asked.filter(({ text }) => text.includes('from home_config where account_id')).length
  expect(turns).toBeGreaterThan(0)
  expect(turns).toBeLessThan(20)
})

test("another account can neither subscribe to a station's topics nor switch them", async () => {
  const stranger = proved(portal, await portal.signIn('stranger'))
  const { data: logger } = await stranger.call('POST /loggers', { body: { serial: 'STRANGER-00001' } })
  const client = await broker.connect(logger.serial, logger.key)
  const answer = await new Promise<number[]>((resolve) => {
    client.subscribe(`${root()}/#`, (_error, _grants, packet) => resolve([...(packet?.granted ?? [])].map(Number)))
  })
  expect(answer).toEqual([128])
  const params = { stationId: plant.stationId }
  expect((await stranger.call('GET /stations/:stationId/home-assistant', { params })).errorCode).toBe('notFound')
  expect(
    (await stranger.call('PUT /stations/:stationId/home-assistant', { params, body: { isOn: true } })).errorCode,
  ).toBe('notFound')
  expect(broker.log).toEqual([])
})
