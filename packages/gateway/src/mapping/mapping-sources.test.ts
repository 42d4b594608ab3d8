import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMqtt } from '../mqtt/mqtt-link.ts'
import { SourceAway, trouble, wordsOf } from '../source/trouble.ts'
import { startAedes, until } from '../testing/brokers.ts'
import { fakeJson } from '../testing/fake-json.ts'
import { fakeMqtt } from '../testing/fake-mqtt.ts'
import { openHttpMapping } from './http-mapping-source.ts'
import { openMqttMapping } from './mqtt-mapping-source.ts'

/**
 * Payloads after the makers' documents: Tasmota (tele/SENSOR), Home Assistant's statestream (one value per topic),
 * Solar-Log's `getjp` (data 801/170, local time without a zone); the values are invented.
 */
const noon = Date.UTC(2026, 5, 1, 12)
const noWait = () => Promise.resolve()
const folder = mkdtempSync(join(tmpdir(), 'mapping-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function fileOf(mapping: unknown): string {
  const file = join(folder, `${(files += 1)}.json`)
  writeFileSync(file, typeof mapping === 'string' ? mapping : JSON.stringify(mapping))
  return file
}

const tasmota = {
  topic: 'tele/+/SENSOR',
  serial: { from: 'topic', level: 1 },
  model: 'Tasmota plug',
  fields: [
    { field: 'powerW', path: 'ENERGY.Power', unit: 'W' },
    { field: 'energyTotalKwh', path: '/ENERGY/Total', unit: 'kWh' },
    { field: 'acVoltageV1', path: 'ENERGY.Voltage', unit: 'V' },
  ],
}
const sensor = (energy: unknown) => JSON.stringify({ Time: '2026-06-01T14:00:00', ENERGY: energy })

function setUpMqtt(mappings: unknown[], more: Record<string, unknown> = {}) {
  const broker = fakeMqtt()
  const clock = { now: noon }
  const file = fileOf({ broker: 'mqtt://me:secret@192.168.1.3', mappings, ...more })
  const source = openMqttMapping(file, { openMqtt: broker.openMqtt, now: () => clock.now, wait: noWait })
  return { broker, clock, source }
}

describe('MQTT', () => {
  test('reads one message per device, once', async () => {
    const { broker, clock, source } = setUpMqtt([tasmota])
    expect(broker.topics).toEqual(['tele/+/SENSOR'])
    broker.hear({ 'tele/roof_1/SENSOR': sensor({ Power: 812, Total: 1234.5, Voltage: 231 }) })
    clock.now += 1000
    expect(await source.read()).toEqual([
      {
        frame: { serial: 'roof-1', at: noon, model: 'Tasmota plug', powerW: 812, acVoltageV: [231] },
        counter: { origin: 'mqtt tele/+/SENSOR /ENERGY/Total', kwh: 1234.5, wrapsAtKwh: null },
      },
    ])
    expect(await source.read()).toEqual([])
    expect(source.name).toBe('mqtt 192.168.1.3')
  })

  const word = (entity: string, field: string, unit: string, more: Record<string, unknown> = {}) => ({
    topic: `ha/sensor/${entity}/state`,
    serial: { from: 'fixed', serial: 'ROOF-0001' },
    fields: [{ field, path: '', unit, ...more }],
  })
  const words = [
    word('pv_power', 'powerW', 'kW'),
    word('pv_total', 'energyTotalKwh', 'MWh'),
    word('pv_volts', 'acVoltageV1', 'V', { scale: 0.1 }),
  ]

  test('joins values of several topics; an unchanged value expires after keepSeconds', async () => {
    const { broker, clock, source } = setUpMqtt(words)
    broker.hear({
      'ha/sensor/pv_power/state': '3.5',
      'ha/sensor/pv_total/state': '12.5',
      'ha/sensor/pv_volts/state': '2305',
    })
    expect(await source.read()).toEqual([])
    clock.now += 1000
    const [first] = await source.read()
    expect(first?.frame).toMatchObject({ powerW: 3500, acVoltageV: [230.5] })
    expect(first?.counter?.kwh).toBe(12_500)
    clock.now += 600_000
    broker.hear({ 'ha/sensor/pv_power/state': '3.6' })
    clock.now += 1000
    expect((await source.read())[0]?.frame).toMatchObject({ at: noon + 601_000, powerW: 3600, acVoltageV: [230.5] })
    clock.now += 400_000
    broker.hear({ 'ha/sensor/pv_power/state': '3.7' })
    clock.now += 1000
    expect((await source.read())[0]?.frame).toEqual({ serial: 'ROOF-0001', at: noon + 1_002_000, powerW: 3700 })
  })

  test.each(['"unavailable"', 'unknown', '', 'null', '1e999', '{}', '[1]'])('%s is not a value', async (text) => {
    const { broker, clock, source } = setUpMqtt(words)
    broker.hear({ 'ha/sensor/pv_power/state': text })
    clock.now += 1000
    expect(await source.read()).toEqual([])
  })

  test('a retained message counts only if it has its own time', async () => {
    const timed = {
      ...tasmota,
      topic: 'timed',
      serial: { from: 'fixed', serial: 'TIMED' },
      time: { path: 'at', unit: 's' },
    }
    const { broker, clock, source } = setUpMqtt([tasmota, timed])
    broker.hear({ 'tele/roof/SENSOR': sensor({ Power: 812 }) }, true)
    broker.hear({ timed: JSON.stringify({ at: noon / 1000 - 60, ENERGY: { Power: 5 } }) }, true)
    clock.now += 1000
    expect((await source.read()).map(({ frame }) => [frame.serial, frame.at])).toEqual([['TIMED', noon - 60_000]])
  })

  test('isNegated inverts the sign of power', async () => {
    const backward = { ...tasmota, fields: [{ field: 'powerW', path: 'ENERGY.Power', unit: 'W', isNegated: true }] }
    const { broker, clock, source } = setUpMqtt([backward])
    broker.hear({ 'tele/roof/SENSOR': sensor({ Power: -812 }) })
    clock.now += 1000
    expect((await source.read())[0]?.frame.powerW).toBe(812)
  })

  test('a meter that reports a failure loses its earlier values', async () => {
    const field = { field: 'powerW', path: 'apower', unit: 'W' }
    const { broker, clock, source } = setUpMqtt([
      { topic: '+/status/pm1:0', serial: { from: 'topic', level: 0 }, fields: [field] },
    ])
    const hear = (status: object) => broker.hear({ 'roof/status/pm1:0': JSON.stringify(status) })
    hear({ apower: 812 })
    clock.now += 1000
    expect((await source.read())[0]?.frame.powerW).toBe(812)
    hear({ apower: 0, errors: ['power_meter_failure'] })
    clock.now += 1000
    expect(await source.read()).toEqual([])
  })

  test('reports a broker that is away, and a message without a serial', async () => {
    const { broker, clock, source } = setUpMqtt([tasmota])
    broker.hear({ 'tele/x/SENSOR': sensor({ Power: 812 }) })
    clock.now += 1000
    await expect(source.read()).rejects.toThrow(/tele\/x\/SENSOR: no serial/)
    broker.trouble = trouble('refused', { place: '192.168.1.3' })
    await expect(source.read()).rejects.toThrow(SourceAway)
    await expect(source.read()).rejects.toThrow(/^(?!.*secret).*refuses the connection/)
  })

  test('sends the wake message each round; a null is no value', async () => {
    const serial = { from: 'topic', level: 3 }
    const field = (path: string, name: string, unit: string) => ({
      topic: `N/c0619ab1/pvinverter/+/Ac/${path}`,
      serial,
      fields: [{ field: name, path: 'value', unit }],
    })
    const broker = fakeMqtt()
    const clock = { now: noon }
    const file = fileOf({
      broker: 'mqtt://venus.local',
      wake: { topic: 'R/c0619ab1/keepalive' },
      mappings: [field('Power', 'powerW', 'W'), field('Energy/Forward', 'energyTotalKwh', 'kWh')],
    })
    const source = openMqttMapping(file, {
      openMqtt: broker.openMqtt,
      now: () => clock.now,
      wait: async () => undefined,
    })
    expect(broker.sent).toEqual([['R/c0619ab1/keepalive', '']])
    broker.hear({ 'N/c0619ab1/pvinverter/2031/Ac/Power': '{"value":1234.5}' })
    broker.hear({ 'N/c0619ab1/pvinverter/2031/Ac/Energy/Forward': '{"value":null}' })
    clock.now += 2000
    const [reading] = await source.read()
    expect(reading).toMatchObject({ frame: { serial: '2031', powerW: 1234.5 }, counter: null })
    await source.read()
    expect(broker.sent).toHaveLength(2)
  })

  test('reads a retained message on the first round, over a real broker', async () => {
    const broker = await startAedes()
    await broker.publish({ timed: JSON.stringify({ at: noon / 1000, Power: 5 }) })
    const file = fileOf({
      broker: broker.url,
      mappings: [
        {
          topic: 'timed',
          serial: { from: 'fixed', serial: 'ROOF-0001' },
          time: { path: 'at', unit: 's' },
          fields: [{ field: 'powerW', path: 'Power', unit: 'W' }],
        },
      ],
    })
    const heard = { count: 0 }
    const clock = { now: noon }
    const source = openMqttMapping(file, {
      now: () => clock.now,
      wait: async (ms) => {
        await until(() => (heard.count > 0 ? true : null))
        clock.now += ms
      },
      openMqtt: (url, topics, onMessage) =>
        openMqtt(url, topics, (...message) => {
          onMessage(...message)
          heard.count += 1
        }),
    })
    expect((await source.read())[0]?.frame).toEqual({ serial: 'ROOF-0001', at: noon, powerW: 5 })
    await source.close()
    await broker.close()
  })
})

describe('HTTP', () => {
  const solarLog = {
    url: 'http://192.168.1.9/getjp',
    body: '{"801":{"170":null}}',
    mappings: [
      {
        serial: { from: 'fixed', serial: 'SOLARLOG-1' },
        time: { path: '801.170.100', format: 'DD.MM.YY HH:mm:ss', zone: 'Europe/Berlin' },
        fields: [
          { field: 'powerW', path: '801.170.101', unit: 'W' },
          { field: 'energyTotalKwh', path: '801.170.109', unit: 'Wh' },
        ],
      },
    ],
  }
  const open = (requests: unknown[], answers: Record<string, unknown>, now = noon) =>
    openHttpMapping(fileOf({ requests }), { getJson: fakeJson(answers).getJson, now: () => now })
  const told = (time: string) => ({ '/getjp': { 801: { 170: { 100: time, 101: 2450, 109: 23_456_789 } } } })

  test('reads local time in the zone of the mapping', async () => {
    expect(await open([solarLog], told('01.06.26 13:59:30')).read()).toEqual([
      {
        frame: { serial: 'SOLARLOG-1', at: noon - 30_000, powerW: 2450 },
        counter: { origin: 'http 801.170.109', kwh: 23_456.789, wrapsAtKwh: null },
      },
    ])
  })

  test.each([
    ['first', Date.UTC(2026, 9, 25, 0, 31)],
    ['second', Date.UTC(2026, 9, 25, 1, 31)],
  ])('in the hour that repeats, the %s occurrence is chosen by the current time', async (_which, now) => {
    const [reading] = await open([solarLog], told('25.10.26 02:30:00'), now).read()
    expect(reading?.frame.at).toBe(now - 60_000)
  })

  test('sends the request body of the mapping, and the URL without its password', async () => {
    const asked: unknown[] = []
    const file = fileOf({ requests: [{ ...solarLog, url: 'http://me:pw@192.168.1.9/getjp?x=1' }] })
    const source = openHttpMapping(file, {
      now: () => noon,
      getJson: (...question) => {
        asked.push(question)
        return Promise.resolve(told('01.06.26 14:00:00')['/getjp'])
      },
    })
    await source.read()
    expect(asked).toEqual([['http://192.168.1.9/getjp?x=1', {}, '{"801":{"170":null}}']])
    expect(source.name).toBe('http 192.168.1.9')
  })

  const plain = (path: string, serial: unknown = { from: 'fixed', serial: 'ROOF-0001' }) => ({
    url: `http://192.168.1.9${path}`,
    mappings: [{ serial, fields: [{ field: 'powerW', path: 'a.0.p', unit: 'W' }] }],
  })

  test('reads several devices; reports one that is away without affecting the others', async () => {
    const requests = [plain('/gone'), plain('/two', { from: 'payload', path: 'sn' }), plain('/three')]
    const answers = { '/two': { sn: 'WR 0002', a: [{ p: '41.5' }] }, '/three': { a: [] } }
    const source = open(requests, answers)
    expect((await source.read()).map(({ frame }) => [frame.serial, frame.powerW])).toEqual([['WR-0002', 41.5]])
    expect(source.away?.().map((one) => wordsOf(one))).toEqual([
      expect.stringMatching(/gone.*HTTP 404/),
      'http://192.168.1.9/three: no value is where the mapping says',
    ])
  })

  test.each([
    ['nobody there', {}, /HTTP 404/],
    ['words for numbers', { '/one': { a: [{ p: 'much' }] } }, /no value is where/],
    ['null', { '/one': null }, /no value is where/],
    ['a deep one', { '/one': { a: [{ p: { p: {} } }] } }, /no value is where/],
    ['a prototype', { '/one': { a: { __proto__: { 0: { p: 1 } } } } }, /no value is where/],
  ])('reports an error: %s', async (_what, answers, words) => {
    await expect(open([plain('/one')], answers).read()).rejects.toThrow(words)
  })

  test.each(['', ' ', '1,5', '0x1f', 'Infinity', true, false, null, [3], { value: 3 }])(
    '%j is not a number, also with a scale',
    async (p) => {
      const request = plain('/one')
      const fields = request.mappings.flatMap((mapping) => mapping.fields.map((field) => ({ ...field, scale: 0.1 })))
      const mappings = request.mappings.map((mapping) => ({ ...mapping, fields }))
      await expect(open([{ ...request, mappings }], { '/one': { a: [{ p }] } }).read()).rejects.toThrow(/no value/)
    },
  )

  test.each([
    ['1.5e3', 150],
    [' +1500 ', 150],
    [1.5e3, 150],
  ])('%j is a number', async (p, powerW) => {
    const [mapping] = plain('/one').mappings
    const fields = mapping?.fields.map((field) => ({ ...field, scale: 0.1 }))
    const source = open([{ ...plain('/one'), mappings: [{ ...mapping, fields }] }], { '/one': { a: [{ p }] } })
    expect((await source.read())[0]?.frame.powerW).toBe(powerW)
  })

  test.each(['gestern', '01.06.25 14:00:00', '01.06.26 15:00:00'])('the time "%s" gives no reading', async (time) => {
    await expect(open([solarLog], told(time)).read()).rejects.toThrow(/the time is not where/)
  })
})

describe('an invalid mapping file names the wrong place', () => {
  const deps = { getJson: fakeJson({}).getJson, now: () => noon, wait: noWait, openMqtt: fakeMqtt().openMqtt }
  const zoned = { ...tasmota, time: { path: 'Time', format: 'iso', zone: 'Mars/Base' } }

  test.each([
    ['{', /not JSON/],
    [{ mappings: [tasmota] }, /wrong at.*broker/],
    [
      { broker: 'x', mappings: [{ ...tasmota, fields: [{ field: 'watts', path: '', unit: 'W' }] }] },
      /fields\/0\/field/,
    ],
    [{ broker: 'x', mappings: [{ ...tasmota, topic: '#' }] }, /topic/],
    [{ broker: 'x', mappings: [{ serial: tasmota.serial, fields: [] }] }, /needs a topic/],
    [{ broker: 'http://x', mappings: [tasmota] }, /mqtt:\/\//],
    [{ broker: 'x', mappings: [zoned] }, /no time zone/],
  ])('file %j', (file, words) => expect(() => openMqttMapping(fileOf(file), deps)).toThrow(words))

  test('a missing file', () => {
    expect(() => openHttpMapping('/no/such.json', deps)).toThrow(/such\.json cannot be read/)
  })
})

test('a unit that does not fit the field is refused with the possible units', () => {
  const fields = [{ field: 'powerW', path: 'p', unit: 'kWh' }]
  expect(() => setUpMqtt([{ ...tasmota, fields }])).toThrow('powerW in kWh: it can be in W, kW, mW')
})
