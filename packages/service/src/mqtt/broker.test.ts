import { once } from 'node:events'
import { connect as connectSocket, type Socket } from 'node:net'
import type { LoggerWithKey, PayloadMapping } from '@helioport/contract'
import { presets } from '@helioport/contract/mapping-presets'
import type { MqttClient } from 'mqtt'
import { watchLoop } from '../testing/loop-watch.ts'
import { startTestBroker, type TestBroker } from '../testing/broker/test-broker.ts'
import { addTestPlant, type Person, proved, startTestPortal, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal
let broker: TestBroker
let owner: Person
let other: Person
let stationId: string

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  owner = proved(portal, await portal.signIn('owner'))
  other = proved(portal, await portal.signIn('other'))
  stationId = (await addTestPlant(portal, owner)).stationId
  broker = await startTestBroker(portal)
})
beforeEach(() => {
  portal.clock.now += 60_000
})
afterAll(async () => {
  await broker?.close()
  await portal?.stop()
})

const loop = watchLoop(() => portal)

let serials = 0
/** A logger with a device of 10 kW, whose serial the messages name. */
async function addLogger(
  mappings: readonly PayloadMapping[],
  person = owner,
): Promise<LoggerWithKey & { device: string }> {
  serials += 1
  const station = person === owner ? { stationId } : {}
  const serial = `MQTT-LOGGER-${String(serials).padStart(4, '0')}`
  const { data } = await person.call('POST /loggers', { body: { ...station, serial } })
  const device = `DEVICE-${serials}`
  const body = { ...deviceOf(device), loggerId: data.id }
  if (person === owner) await person.call('POST /devices', { body })
  await person.call('PUT /loggers/:loggerId/mqtt/mappings', {
    params: { loggerId: data.id },
    body: { mappings: [...mappings] },
  })
  return { ...data, device }
}
const deviceOf = (serial: string) => ({
  serial,
  name: serial,
  model: 'PV10',
  ratedPowerW: 10_000,
  capacityKwp: 10,
  mpptCount: 2,
  stringCount: 4,
  installedOn: '2015-01-01',
  supportsReactivePower: true,
  supportsIvScan: true,
  sortNumber: 1,
})
const rowsOf = async (device: string) =>
  (
    await portal.ownerDb.pool.query<{ at: number; power_w: number | null; energy_total_kwh: number | null }>(
      `select ts as at, power_w, energy_total_kwh from device_sample join device on device.no = device_no
       where device.serial = $1 order by ts`,
      [device],
    )
  ).rows
/** Polls until true: a frame is made some time after its message. */
async function until<T>(look: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  for (let nth = 0; ; nth += 1) {
    const value = await look()
    if (isSo(value) || nth > 3_000) return value
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
const topic = (logger: LoggerWithKey, below: string) => `helioport/${logger.serial}/${below}`
const messages = async (logger: LoggerWithKey, person = owner) =>
  (await person.call('GET /loggers/:loggerId/mqtt/messages', { params: { loggerId: logger.id } })).data

const timed: PayloadMapping = {
  topic: 'log',
  serial: { from: 'payload', path: 'sn' },
  time: { path: 't', unit: 'ms' },
  fields: [{ field: 'powerW', path: 'w', unit: 'W' }],
}
const said = (device: string, at: number, w: number) => JSON.stringify({ sn: device, t: at, w })

test('refuses a connection whose user name and password do not match', async () => {
  const [logger, foreign] = [await addLogger([]), await addLogger([], other)]
  for (const [userName, password] of [
    [logger.serial, 'wrong'],
    [logger.serial, ''],
    [logger.serial, foreign.key],
    [foreign.serial, logger.key],
    ['', logger.key],
    [logger.serial, 'x'.repeat(5_000)],
  ] as const)
    await expect(broker.connect(userName, password)).rejects.toMatchObject({ code: 4 })
  expect((await broker.connect(logger.serial, logger.key)).connected).toBe(true)
})

test('values of several topics or of a JSON object become one frame; an unknown device can be taken over', async () => {
  const logger = await addLogger([...presets.openDtu, ...presets.shelly])
  const device = await broker.connect(logger.serial, logger.key)
  const lastUpdate = portal.clock.now - 3_000
  const values = {
    '0/power': '4123',
    '0/yieldtotal': '1234.5',
    'status/last_update': String(lastUpdate / 1000),
    '0/power_is_nothing': 'x',
  }
  await Promise.all(
    Object.entries(values).map(([below, payload]) =>
      device.publishAsync(topic(logger, `${logger.device}/${below}`), payload, { qos: 1 }),
    ),
  )
  expect(
    await until(
      () => rowsOf(logger.device),
      (rows) => rows.length > 0,
    ),
  ).toEqual([{ at: lastUpdate, power_w: 4123, energy_total_kwh: 1234.5 }])
  portal.clock.now += 1_000
  await device.publishAsync(topic(logger, 'shellyplus/status/switch:0'), '{"apower":70.5,"aenergy":{"total":5000}}')
  const found = () =>
    owner.call('GET /loggers/:loggerId/found-devices', { params: { loggerId: logger.id } }).then(({ data }) => data)
  expect(await until(found, (list) => list.length > 0)).toMatchObject([
    { serial: 'shellyplus', powerW: 70.5, energyTotalKwh: 5 },
  ])
})

test('a message with its own time is stored before it is acknowledged; repeated, it is stored once', async () => {
  const logger = await addLogger([timed])
  const device = await broker.connect(logger.serial, logger.key)
  const at = portal.clock.now - 5_000
  await device.publishAsync(topic(logger, 'log'), said(logger.device, at, 100), { qos: 1 })
  expect(await rowsOf(logger.device)).toMatchObject([{ at, power_w: 100 }])
  await device.publishAsync(topic(logger, 'log'), said(logger.device, at, 100), { qos: 1 })
  await device.publishAsync(topic(logger, 'log'), said(logger.device, at + 1000, 200), { qos: 2 })
  expect(await rowsOf(logger.device)).toHaveLength(2)
})

test('implausible, too old and malformed messages are not stored', async () => {
  const logger = await addLogger([timed])
  const device = await broker.connect(logger.serial, logger.key)
  const send = (text: string) => device.publishAsync(topic(logger, 'log'), text, { qos: 1 })
  // Implausible in any unit; a clock in 1970; not JSON; empty.
  await send(said(logger.device, portal.clock.now, 99_000_000))
  await send(said(logger.device, 1_000, 100))
  await send('{')
  await send('')
  expect(await rowsOf(logger.device)).toEqual([])
  await send(said(logger.device, portal.clock.now, 100))
  expect(await rowsOf(logger.device)).toHaveLength(1)
})

test('refuses wildcards and foreign topics; a logger of the same serial in another account hears nothing', async () => {
  const logger = await addLogger([timed])
  const { data: namesake } = await other.call('POST /loggers', { body: { serial: logger.serial } })
  const [own, foreign] = [
    await broker.connect(logger.serial, logger.key),
    await broker.connect(namesake.serial, namesake.key),
  ]
  const heard: string[] = []
  foreign.on('message', (about) => heard.push(about))
  const answers: number[] = []
  for (const filter of [
    '#',
    '+/#',
    '$SYS/#',
    'helioport/#',
    'helioport/+/log',
    topic(logger, '#'),
    topic(logger, 'log'),
    topic(logger, 'commands/#'),
    `helioport/home/${owner.accountId}/#`,
  ])
    answers.push(...(await granted(foreign, filter)))
  expect(answers).toEqual(Array(9).fill(128))
  expect(await granted(foreign, topic(logger, 'commands/set'))).toEqual([0])
  await own.publishAsync(topic(logger, 'commands/set'), '1', { qos: 1 })
  await own.publishAsync(topic(logger, 'log'), said(logger.device, portal.clock.now, 100), { qos: 1 })
  // The SUBACK arrives after any message that was sent before.
  await granted(foreign, topic(logger, 'commands/get'))
  expect(heard).toEqual([])
})

const gone = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()))

/** Codes of SUBACK. */
async function granted(client: MqttClient, filter: string): Promise<number[]> {
  return new Promise((resolve) => {
    client.subscribe(filter, (_error, _grants, packet) => resolve([...(packet?.granted ?? [])].map(Number)))
  })
}

test("messages to another logger's topics are not stored; the sender's owner sees them as not own", async () => {
  const [logger, victim] = [await addLogger([]), await addLogger([timed])]
  await messages(logger)
  const device = await broker.connect(logger.serial, logger.key)
  await device.publishAsync(topic(victim, 'log'), said(victim.device, portal.clock.now, 100), { qos: 1 })
  await device.publishAsync('tasmota/discovery/AB/config', '{}', { qos: 1, retain: true })
  await device.publishAsync(topic(logger, 'x'), '5', { qos: 1 })
  expect(await rowsOf(victim.device)).toEqual([])
  expect((await messages(logger)).map(({ topic: about, isOwn }) => `${about} ${isOwn}`).toSorted()).toEqual([
    `${topic(victim, 'log')} false`,
    'tasmota/discovery/AB/config false',
    'x true',
  ])
  expect(await messages(victim)).toEqual([])
})

test('while the owner looks, the newest message of each topic is kept, at most 100, for 15 minutes', async () => {
  const logger = await addLogger([])
  const device = await broker.connect(logger.serial, logger.key)
  const send = (below: string, text: string) => device.publishAsync(topic(logger, below), text, { qos: 1 })
  await send('before', '1')
  expect(await messages(logger)).toEqual([])
  await send('a', 'null \0 byte')
  await send('a', '2')
  expect(await messages(logger)).toMatchObject([{ topic: 'a', payload: '2', isOwn: true }])
  portal.clock.now += 1_000
  for (let nth = 0; nth < 105; nth += 1) await send(`many/${nth}`, String(nth))
  expect(await messages(logger)).toHaveLength(100)
  const { errorCode } = await other.call('GET /loggers/:loggerId/mqtt/messages', { params: { loggerId: logger.id } })
  expect(errorCode).toBe('notFound')
  portal.clock.now += 6 * 60_000
  await send('after', '3')
  expect((await messages(logger)).some(({ topic: about }) => about === 'after')).toBe(false)
  portal.clock.now += 10 * 60_000
  expect(await messages(logger)).toEqual([])
})

test('a revoked key and a changed mapping take effect at the next message', async () => {
  const logger = await addLogger([timed])
  const device = await broker.connect(logger.serial, logger.key)
  const send = (at: number) => device.publishAsync(topic(logger, 'log'), said(logger.device, at, 100), { qos: 1 })
  await send(portal.clock.now)
  const params = { loggerId: logger.id }
  await owner.call('PUT /loggers/:loggerId/mqtt/mappings', { params, body: { mappings: [] } })
  await send(portal.clock.now + 1)
  expect(await rowsOf(logger.device)).toHaveLength(1)
  await owner.call('PUT /loggers/:loggerId/mqtt/mappings', { params, body: { mappings: [timed] } })
  const { data: next } = await owner.call('POST /loggers/:loggerId/keys', { params, body: { overlapHours: 0 } })
  const closed = gone(device)
  void send(portal.clock.now + 2).catch(() => {})
  await closed
  await expect(broker.connect(logger.serial, logger.key)).rejects.toMatchObject({ code: 4 })
  const again = await broker.connect(logger.serial, next.key)
  await again.publishAsync(topic(logger, 'log'), said(logger.device, portal.clock.now + 3, 100), { qos: 1 })
  expect(await rowsOf(logger.device)).toHaveLength(2)
})

test('devices of a disabled account are disconnected, also silent ones, and cannot reconnect', async () => {
  const stopped = proved(portal, await portal.signIn('stopped'))
  const loggers = [await addLogger([timed], stopped), await addLogger([timed], stopped)] as const
  const [talking, silent] = await Promise.all(loggers.map(({ serial, key }) => broker.connect(serial, key)))
  if (!talking || !silent) throw new Error('not connected')
  const closed = [gone(talking), gone(silent)]
  const setActive = (at: string) =>
    portal.db.pool.query(`update account set disabled_at = ${at} where id = $1`, [stopped.accountId])
  await setActive('now()')
  void talking.publishAsync(topic(loggers[0], 'log'), '{}', { qos: 1 }).catch(() => {})
  await Promise.all(closed)
  await expect(broker.connect(loggers[0].serial, loggers[0].key)).rejects.toMatchObject({ code: 4 })
  await setActive('null')
  await broker.connect(loggers[0].serial, loggers[0].key)
})

test('a packet too large, or too many packets, end that connection alone, before they are read', async () => {
  const logger = await addLogger([timed])
  const [device, neighbour] = [
    await broker.connect(logger.serial, logger.key),
    await broker.connect(logger.serial, logger.key),
  ]
  const closed = gone(device)
  device.publish(topic(logger, 'log'), 'x'.repeat(17 * 1024))
  await closed
  // 30,000 pings, and 4,200 filters, at once.
  const filters = Array.from({ length: 1_400 }, (_, nth) => `\0\x08${String(nth).padStart(8, '0')}\0`).join('')
  const subscribe = Buffer.from(`\x82\x82\x78\0\x01${filters}`, 'latin1')
  subscribe.writeUInt8(((filters.length + 2) & 127) | 128, 1)
  subscribe.writeUInt8((filters.length + 2) >> 7, 2)
  for (const flood of [Buffer.alloc(60_000, Buffer.from([0xc0, 0])), Buffer.concat([subscribe, subscribe, subscribe])])
    await loop.during(async () => {
      const flooding = await broker.connect(logger.serial, logger.key)
      ;(flooding.stream as Socket).write(flood)
      await gone(flooding)
    })
  expect(neighbour.connected).toBe(true)
  // Only announced, never sent: a length of 256 MB, and a length that never ends.
  for (const head of [Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]), Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x80])]) {
    const socket = connectSocket(broker.port, '127.0.0.1')
    const ended = once(socket, 'close')
    socket.on('error', () => {})
    socket.write(head)
    await ended
  }
})

test('wills, retained messages and sessions are not kept', async () => {
  const logger = await addLogger([])
  await messages(logger)
  const options = {
    clientId: 'the-same',
    clean: false,
    will: { topic: topic(logger, 'LWT'), payload: Buffer.from('gone'), qos: 1, retain: true },
  } as const
  const device = await broker.connect(logger.serial, logger.key, options)
  await device.publishAsync(topic(logger, 'commands/kept'), '1', { qos: 1, retain: true })
  const closed = gone(device)
  device.stream.destroy()
  await closed
  const again = await broker.connect(logger.serial, logger.key, options)
  const heard: string[] = []
  again.on('message', (about) => heard.push(about))
  expect(await granted(again, topic(logger, 'commands/kept'))).toEqual([0])
  await again.publishAsync(topic(logger, 'commands/kept'), '2', { qos: 1 })
  expect(heard).toEqual([])
  expect((await messages(logger)).map(({ topic: about }) => about)).toEqual(['commands/kept'])
})

test('a client id taken by another account disconnects nobody; taken by the same logger, its former connection', async () => {
  const [logger, foreign] = [await addLogger([]), await addLogger([], other)]
  const own = await broker.connect(logger.serial, logger.key, { clientId: 'tasmota' })
  await broker.connect(foreign.serial, foreign.key, { clientId: 'tasmota' })
  await own.publishAsync(topic(logger, 'x'), '1', { qos: 1 })
  expect(own.connected).toBe(true)
  const closed = gone(own)
  await broker.connect(logger.serial, logger.key, { clientId: 'tasmota' })
  await closed
})

test('a sixth connection of one logger ends the oldest', async () => {
  const logger = await addLogger([])
  const first = await broker.connect(logger.serial, logger.key)
  const closed = gone(first)
  for (let nth = 0; nth < 5; nth += 1) await broker.connect(logger.serial, logger.key)
  await closed
})

test('refuses a connection with keepalive 0 or of an hour', async () => {
  const logger = await addLogger([])
  for (const keepalive of [0, 3_600])
    await expect(broker.connect(logger.serial, logger.key, { keepalive })).rejects.toMatchObject({ code: 6 })
})

test('very frequent messages are thinned; the last value is stored', async () => {
  const slow = await startTestBroker(portal, { quietMs: 5, atMostMs: 20, everyMs: 100 })
  const logger = await addLogger([])
  const mapping: PayloadMapping = {
    topic: 'w',
    serial: { from: 'fixed', serial: logger.device },
    fields: [{ field: 'powerW', path: '', unit: 'W' }],
  }
  await owner.call('PUT /loggers/:loggerId/mqtt/mappings', {
    params: { loggerId: logger.id },
    body: { mappings: [mapping] },
  })
  const device = await slow.connect(logger.serial, logger.key)
  for (let nth = 1; nth <= 100; nth += 1) {
    portal.clock.now += 10
    await device.publishAsync(topic(logger, 'w'), String(nth), { qos: 1 })
  }
  const rows = await until(
    () => rowsOf(logger.device),
    (all) => all.at(-1)?.power_w === 100,
  )
  expect(rows.at(-1)?.power_w).toBe(100)
  expect(rows.length).toBeLessThan(30)
  await slow.close()
})

test('a flood of one logger is rate limited and delays neither another logger nor the event loop', async () => {
  const [flooding, calm] = [await addLogger([timed]), await addLogger([timed])]
  const [flood, device] = [
    await broker.connect(flooding.serial, flooding.key),
    await broker.connect(calm.serial, calm.key),
  ]
  const watched = await loop.during(async () => {
    for (let nth = 0; nth < 5_000; nth += 1)
      flood.publish(topic(flooding, 'log'), said(flooding.device, portal.clock.now - nth, 100), { retain: true })
    const from = performance.now()
    await device.publishAsync(topic(calm, 'log'), said(calm.device, portal.clock.now, 100), { qos: 1 })
    return performance.now() - from
  })
  console.log(`a message beside a flood of 5,000: ${Math.round(watched)} ms`)
  expect(await rowsOf(calm.device)).toHaveLength(1)
  // The burst, and not more than the rate per second.
  const taken = (await rowsOf(flooding.device)).length
  expect(taken).toBeLessThanOrEqual(2_000)
})

test('none of these tests has logged an error', () => expect(broker.log).toEqual([]))
