import { ModbusLine, type RegisterKind } from '../modbus/modbus-line.ts'
import { openSources } from '../main/sources.ts'
import { fakeJson } from '../testing/fake-json.ts'
import { fakeMqtt } from '../testing/fake-mqtt.ts'
import { wordsOf } from '../testing/images.ts'
import { type Image, type ModbusDevice, startModbusDevice } from '../testing/modbus-device.ts'
import { MakerSource } from './maker-source.ts'
import { type Maker, registerMaps } from './maps.ts'

const at = Date.parse('2026-06-21T10:00:00Z')
const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

type Words = Record<number, number[]>

/** Existing registers, 0 except for `words`; all others are unreadable. */
function image(ranges: [address: number, count: number][], words: Words): Image {
  const registers: Image = new Map()
  for (const [address, count] of ranges) for (let i = 0; i < count; i++) registers.set(address + i, 0)
  for (const [address, values] of Object.entries(words)) {
    values.forEach((word, i) => registers.set(Number(address) + i, word))
  }
  return registers
}

const unitOf = (input: Image, holding: Image = new Map()): Record<RegisterKind, Image> => ({ input, holding })

async function deviceOf(units: [unit: number, Record<RegisterKind, Image>][]): Promise<ModbusDevice> {
  const device = await startModbusDevice(new Map(units))
  open.push(device)
  return device
}

function sourceOf(maker: Maker, { port }: ModbusDevice) {
  const map = registerMaps[maker]
  const line = new ModbusLine({ host: '127.0.0.1', port, now: () => at, wait: async () => {}, answerWithinMs: 300 })
  const source = new MakerSource({ name: maker, line, map, unit: map.unit, now: () => at })
  open.push(source)
  return source
}

const text = (value: string, size: number) => wordsOf('string', size, value)
const u32 = (value: number) => wordsOf('uint32', 2, value)
const lowFirst = (value: number) => u32(value).toReversed()

test('Sungrow with nine inputs: the model number determines their number and the name', async () => {
  const large = image([[4949, 231]], {
    4989: text('A2082303456', 10),
    4999: [0x2c06, 1100],
    5003: lowFirst(234_567),
    5010: [6123, 101, 6150, 99, 6201, 98],
    5018: [2312, 2323, 2298],
    5030: lowFirst(80_900),
    5035: [500],
    5037: [0x8100],
    5114: [6222, 97, 6233, 96, 6244, 95, 6255, 94, 6266, 93, 6277, 0],
  })
  const [reading] = await sourceOf('sungrow', await deviceOf([[1, unitOf(large)]])).read()
  expect(reading?.frame).toMatchObject({
    model: 'Sungrow SG110CX',
    powerW: 80_900,
    mpptVoltageV: [612.3, 615, 620.1, 622.2, 623.3, 624.4, 625.5, 626.6, 627.7],
    mpptCurrentA: [10.1, 9.9, 9.8, 9.7, 9.6, 9.5, 9.4, 9.3, 0],
    subState: 'limited',
  })
})

test('Sungrow hybrid with zeros in the string inverters’ registers: reads its own registers', async () => {
  const hybrid = image(
    [
      [4949, 150],
      [12_999, 120],
    ],
    {
      4989: text('A22A1234567', 10),
      4999: [0x0e03, 100],
      5010: [5012, 61, 5120, 59],
      5018: [2301, 2312, 2298],
      5035: [500],
      12_999: [0x0040],
      13_002: lowFirst(187_654),
      13_033: lowFirst(3000),
    },
  )
  const [reading] = await sourceOf('sungrow', await deviceOf([[1, unitOf(hybrid)]])).read()
  expect(reading?.counter?.kwh).toBe(18_765.4)
  expect(reading?.frame).toMatchObject({ model: 'Sungrow SH10RT', powerW: 3000, mpptVoltageV: [501.2, 512] })
})

test.each([
  ['two inputs and one phase', 0x0201, [352.3, 340.1], [237.1]],
  ['an input without modules', 0x0301, [352.3, 340.1, 0], [237.1]],
  ['what does not say it', 0, [352.3, 340.1], [237.1]],
])('Growatt: %s', async (_what, counts, mpptVoltageV, acVoltageV) => {
  const input = image([[0, 125]], { 0: [1], 3: [3523, 64], 7: [3401, 57], 35: u32(41_230), 37: [4998, 2371, 174] })
  const holding = image([[0, 125]], { 6: u32(50_000), 23: text('RUK0CKA0B1', 5), 44: [counts] })
  const [reading] = await sourceOf('growatt', await deviceOf([[1, unitOf(input, holding)]])).read()
  expect(reading?.frame).toMatchObject({
    ratedPowerW: 5000,
    powerW: 4123,
    acVoltageV,
    mpptVoltageV,
    acCurrentA: [17.4],
  })
})

test('Growatt of the series with input registers from 3000 on', async () => {
  const input = image([[3000, 125]], {
    3000: [0x0501],
    3003: [3523, 64],
    3023: u32(41_230),
    3025: [4998, 2371, 174],
    3051: u32(98_765),
  })
  const holding = image([[0, 125]], { 6: u32(50_000), 23: text('TLX0CKA0B1', 5), 44: [0x0101] })
  const source = sourceOf('growatt', await deviceOf([[1, unitOf(input, holding)]]))
  for (const _ of [1, 2]) {
    expect(await source.read()).toMatchObject([
      { counter: { kwh: 9876.5 }, frame: { powerW: 4123, frequencyHz: 49.98, mode: 3, mpptVoltageV: [352.3] } },
    ])
  }
})

test('Huawei single-phase; an input without voltage stays in the list', async () => {
  const words: Words = {
    30000: text('SUN2000-5KTL-L1', 15),
    30015: text('ES2250123456', 10),
    30071: [2],
    32016: [3423, 712, 3512, 698],
    32069: [2345, 0, 0],
    32072: u32(20_345),
    32080: u32(4770),
    32085: [5002],
  }
  const ranges: [number, number][] = [
    [30_000, 80],
    [32_000, 120],
  ]
  const device = await deviceOf([[1, unitOf(new Map(), image(ranges, words))]])
  const source = sourceOf('huawei', device)
  expect((await source.read())[0]?.frame).toMatchObject({ acVoltageV: [234.5], acCurrentA: [20.345] })
  device.units.get(1)?.holding.set(32_018, 0)
  expect((await source.read())[0]?.frame).toMatchObject({ mpptVoltageV: [342.3, 0] })
})

test('SMA: the model follows from its number', async () => {
  const holding = image([[30_001, 1000]], { 30053: u32(9348), 30057: u32(3_010_123_456), 30775: u32(9700) })
  const [reading] = await sourceOf('sma', await deviceOf([[3, unitOf(new Map(), holding)]])).read()
  expect(reading?.frame).toMatchObject({ serial: '3010123456', model: 'SMA STP10.0-3AV-40', powerW: 9700 })
})

test('SMA: the DC power of two inputs is not used if the model has more', async () => {
  const words = {
    30053: u32(9431),
    30057: u32(3_010_123_456),
    30773: u32(8400),
    30775: u32(49_200),
    30961: u32(8350),
  }
  const holding = image([[30_001, 1000]], words)
  const source = sourceOf('sma', await deviceOf([[3, unitOf(new Map(), holding)]]))
  const [reading] = await source.read()
  expect(reading?.frame).toMatchObject({ model: 'SMA STP50-41', powerW: 49_200 })
  expect(reading?.frame.dcPowerW).toBeUndefined()
  u32(9284).forEach((word, nth) => holding.set(30_053 + nth, word))
  u32(3_010_123_457).forEach((word, nth) => holding.set(30_057 + nth, word))
  expect((await source.read())[0]?.frame).toMatchObject({ model: 'SMA STP 20000TL-30', dcPowerW: 16_750 })
})

test('reads every named unit; one that is away does not affect the others', async () => {
  const growatt = (serial: string, power: number) =>
    unitOf(image([[0, 125]], { 35: u32(power), 37: [5000] }), image([[0, 125]], { 23: text(serial, 5) }))
  const device = await deviceOf([
    [1, growatt('AAAA000001', 10_000)],
    [3, growatt('AAAA000003', 30_000)],
  ])
  const tools = {
    now: () => at,
    wait: () => Promise.resolve(),
    getJson: fakeJson({}).getJson,
    openMqtt: fakeMqtt().openMqtt,
    folder: '',
  }
  const [source] = openSources([`growatt=127.0.0.1:${device.port}/1,2,3`], tools)
  if (source) open.push(source)
  const readings = (await source?.read()) ?? []
  expect(readings.map(({ frame }) => [frame.serial, frame.powerW])).toEqual([
    ['AAAA000001', 1000],
    ['AAAA000003', 3000],
  ])
})

test.each([
  ['a single phase', 0, [2312, 0, 0], [231.2], [10.1]],
  ['three phases and a neutral', 1, [2312, 2323, 2298], [231.2, 232.3, 229.8], [10.1, 10.2, 10.3]],
  [
    'three wires, whose voltages are those between them',
    2,
    [4003, 4003, 4003],
    [231.1, 231.1, 231.1],
    [10.1, 10.2, 10.3],
  ],
  ['three wires that differ', 2, [4100, 4000, 3900], [231, 236.7, 225.1], [10.1, 10.2, 10.3]],
])('Sungrow: %s', async (_what, wiring, told, acVoltageV, acCurrentA) => {
  const input = image([[4949, 231]], {
    4989: text('A2082303456', 10),
    4999: [0x2433, 100, wiring],
    5005: lowFirst(23_456),
    5018: told,
    5021: [101, 102, 103],
    5030: lowFirst(6500),
    5035: [500],
  })
  const [reading] = await sourceOf('sungrow', await deviceOf([[1, unitOf(input)]])).read()
  expect(reading?.frame).toMatchObject({ acVoltageV, acCurrentA, hoursTotal: 23_456 })
})

test('Sungrow: a string is reported once it has had a current; before it is null', async () => {
  const input = image(
    [
      [4949, 231],
      [7012, 24],
    ],
    { 4989: text('A2082303456', 10), 4999: [0x2433], 5030: lowFirst(6500), 5035: [500], 7012: [812, 0, 799] },
  )
  const device = await deviceOf([[1, unitOf(input)]])
  const source = sourceOf('sungrow', device)
  expect((await source.read())[0]?.frame.stringCurrentA).toEqual([8.12, null, 7.99])
  for (const address of [7012, 7014]) input.set(address, 0)
  input.set(7013, 5)
  expect((await source.read())[0]?.frame.stringCurrentA).toEqual([0, 0.05, 0])
})

test('a block that the device does not answer does not affect the others, and is requested once', async () => {
  const input = image([[4949, 231]], { 4989: text('A2082303456', 10), 4999: [0x2433], 5030: lowFirst(6500) })
  const device = await deviceOf([[1, unitOf(input)]])
  device.deafAt = 7012
  const source = sourceOf('sungrow', device)
  for (const _ of [1, 2]) expect((await source.read())[0]?.frame.powerW).toBe(6500)
  expect(device.asked.filter((asked) => asked.includes(' 7012+'))).toHaveLength(1)
})

test.each([
  ['a single phase, whose voltage stands where those between the lines do', [2345, 0, 0], [234.5]],
  ['three wires', [4003, 4003, 4003], [231.1, 231.1, 231.1]],
])('Huawei: %s', async (_what, between, acVoltageV) => {
  const words = { 30015: text('ES2250123456', 10), 32066: between, 32072: u32(20_345), 32080: u32(4770) }
  const holding = image(
    [
      [30_000, 80],
      [32_000, 120],
    ],
    words,
  )
  const [reading] = await sourceOf('huawei', await deviceOf([[1, unitOf(new Map(), holding)]])).read()
  expect(reading?.frame.acVoltageV).toEqual(acVoltageV)
})

test('SMA: a fault is reported even without power; at night there is no reading', async () => {
  const absent = wordsOf('int32', 2, -0x8000_0000)
  const words = { 30057: u32(3_010_123_456), 30201: u32(35), 30513: wordsOf('uint64', 4, 98_765_432), 30775: absent }
  const holding = image([[30_001, 1000]], words)
  const source = sourceOf('sma', await deviceOf([[3, unitOf(new Map(), holding)]]))
  const [reading] = await source.read()
  expect(reading).toMatchObject({ counter: { kwh: 98_765.432 }, frame: { serial: '3010123456', mode: 5 } })
  expect(reading?.frame.powerW).toBeUndefined()
  u32(303).forEach((word, nth) => holding.set(30_201 + nth, word))
  expect(await source.read()).toEqual([])
})
