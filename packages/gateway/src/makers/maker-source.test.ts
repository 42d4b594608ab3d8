import { ModbusLine, type RegisterKind } from '../modbus/modbus-line.ts'
import { wordsOf } from '../testing/images.ts'
import { type Image, type ModbusDevice, startModbusDevice } from '../testing/modbus-device.ts'
import { MakerSource } from './maker-source.ts'
import { type Maker, registerMaps } from './maps.ts'

const at = Date.parse('2026-06-21T10:00:00Z')
const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

/** Registers of a maker's blocks, "not available" except for `words`. */
function imageOf(maker: Maker, words: Record<number, number[]>, filler = 0xffff): Record<RegisterKind, Image> {
  const { kind, serial, blocks, model } = registerMaps[maker]
  const image: Record<RegisterKind, Image> = { holding: new Map(), input: new Map() }
  for (const [address, count] of blocks) for (let i = 0; i < count; i++) image[kind].set(address + i, filler)
  for (let i = 0; i < serial.count; i++) image[serial.kind].set(serial.address + i, 0)
  if (model) for (let i = 0; i < model.count; i++) image.holding.set(model.address + i, 0)
  for (const [address, values] of Object.entries(words)) {
    const own =
      Number(address) >= serial.address && Number(address) < serial.address + serial.count ? serial.kind : kind
    values.forEach((word, i) => image[own].set(Number(address) + i, word))
  }
  return image
}

async function deviceOf(maker: Maker, words: Record<number, number[]>, filler?: number): Promise<ModbusDevice> {
  const device = await startModbusDevice(new Map([[registerMaps[maker].unit, imageOf(maker, words, filler)]]))
  open.push(device)
  return device
}

function sourceOf(maker: Maker, port: number) {
  const map = registerMaps[maker]
  const line = new ModbusLine({ host: '127.0.0.1', port, now: () => at, wait: async () => {}, answerWithinMs: 300 })
  const source = new MakerSource({ name: maker, line, map, unit: map.unit, now: () => at })
  open.push(source)
  return source
}

const text = (value: string, size: number) => wordsOf('string', size, value)
const u32 = (value: number) => wordsOf('uint32', 2, value)
const lowFirst = (value: number) => u32(value).toReversed()

test('Huawei: high word first, currents in mA, energy in steps of 0.01 kWh', async () => {
  const { port } = await deviceOf('huawei', {
    30000: text('SUN2000-10KTL-M1', 15),
    30015: text('HV2140123456', 10),
    30073: u32(10_000),
    32016: [6412, 812, 6398, 799],
    32064: u32(10_350),
    32069: [2301, 2312, 2298],
    32072: u32(14_900),
    32080: u32(10_120),
    32082: u32(-350 >>> 0),
    32085: [4999],
    32087: [435],
    32089: [0x0201],
    32106: u32(1_234_567),
    32114: u32(2310),
  })
  expect(await sourceOf('huawei', port).read()).toEqual([
    {
      counter: { origin: 'huawei.32106', kwh: 12_345.67, wrapsAtKwh: 42_949_672.96 },
      frame: {
        serial: 'HV2140123456',
        at,
        model: 'Huawei SUN2000-10KTL-M1',
        ratedPowerW: 10_000,
        powerW: 10_120,
        reactiveVar: -350,
        frequencyHz: 49.99,
        cabinetC: 43.5,
        dcPowerW: 10_350,
        energyTodayKwh: 23.1,
        acVoltageV: [230.1, 231.2, 229.8],
        acCurrentA: [14.9],
        mpptVoltageV: [641.2, 639.8],
        mpptCurrentA: [8.12, 7.99],
        mode: 3,
        subState: 'limited',
      },
    },
  ])
})

test('Huawei: reads as many inputs as the device states', async () => {
  const { port } = await deviceOf(
    'huawei',
    {
      30015: text('TA2250012345', 10),
      30071: [3, 2],
      32016: [6000, 500, 6001, 501, 6002, 502],
      32080: u32(14_500),
    },
    0,
  )
  const [reading] = await sourceOf('huawei', port).read()
  expect(reading?.frame).toMatchObject({ mpptVoltageV: [600, 600.1, 600.2], mpptCurrentA: [5, 5.01, 5.02] })
})

test('Sungrow: low word first, a dongle’s frequency in 0.01 Hz, unavailable trackers left out', async () => {
  const { port } = await deviceOf('sungrow', {
    4989: text('A2290812345', 10),
    5000: [100],
    5003: lowFirst(70_000),
    5010: [6412, 81],
    5016: lowFirst(80_000),
    5030: lowFirst(78_500),
    5035: [4998],
    5037: [0x8100],
  })
  const [reading] = await sourceOf('sungrow', port).read()
  expect(reading?.counter?.kwh).toBe(70_000)
  expect(reading?.frame).toEqual({
    serial: 'A2290812345',
    at,
    model: 'Sungrow',
    ratedPowerW: 10_000,
    powerW: 78_500,
    frequencyHz: 49.98,
    dcPowerW: 80_000,
    mpptVoltageV: [641.2],
    mpptCurrentA: [8.1],
    mode: 3,
    subState: 'limited',
  })
})

test('SMA: numeric serial, 64-bit Wh, signed 32-bit "not available"', async () => {
  const absent = wordsOf('int32', 2, -0x8000_0000)
  const { port } = await deviceOf('sma', {
    30057: u32(3_001_234_567),
    30201: u32(307),
    30513: wordsOf('uint64', 4, 98_765_432),
    30769: absent,
    30773: u32(5100),
    30775: u32(5000),
    30803: u32(5001),
    30961: absent,
  })
  const [reading] = await sourceOf('sma', port).read()
  expect(reading?.counter).toEqual({ origin: 'sma.30513', kwh: 98_765.432, wrapsAtKwh: null })
  expect(reading?.frame).toMatchObject({
    serial: '3001234567',
    powerW: 5000,
    dcPowerW: 5100,
    frequencyHz: 50.01,
    mode: 3,
  })
  expect(reading?.frame.mpptCurrentA).toBeUndefined()
})

test('GoodWe and Growatt: serial, power, frequency and counter', async () => {
  const goodwe = await deviceOf('goodwe', {
    512: text('9010KDTU123W4567', 8),
    778: [5000],
    781: [4321],
    782: [1],
    786: u32(123_456),
  })
  expect(await sourceOf('goodwe', goodwe.port).read()).toMatchObject([
    { counter: { kwh: 12_345.6 }, frame: { serial: '9010KDTU123W4567', powerW: 4321, frequencyHz: 50, mode: 3 } },
  ])
  const growatt = await deviceOf('growatt', {
    23: text('ABC1234567', 5),
    0: [1],
    35: u32(43_210),
    37: [5001],
    55: u32(9999),
  })
  expect(await sourceOf('growatt', growatt.port).read()).toMatchObject([
    { counter: { kwh: 999.9 }, frame: { serial: 'ABC1234567', powerW: 4321, frequencyHz: 50.01, mode: 3 } },
  ])
})

test('all zeros at night is no reading; a counter of 0 is unknown', async () => {
  const asleep = await deviceOf('sungrow', { 4989: text('A2290812345', 10) }, 0)
  expect(await sourceOf('sungrow', asleep.port).read()).toEqual([])
  const waking = await deviceOf('sungrow', {
    4989: text('A2290812345', 10),
    5030: lowFirst(0),
    5035: [500],
    5003: [0, 0],
  })
  expect(await sourceOf('sungrow', waking.port).read()).toMatchObject([{ counter: null, frame: { powerW: 0 } }])
})

test('Sungrow hybrid with unavailable string registers: reads its own registers', async () => {
  const device = await deviceOf('sungrow', {
    4989: text('B2261234567', 10),
    5000: [100],
    5010: [3412, 81],
    5035: [500],
  })
  const input = device.units.get(1)?.input
  for (let address = 12_999; address < 13_035; address += 1) input?.set(address, 0xffff)
  const put = (address: number, words: number[]) => words.forEach((word, nth) => input?.set(address + nth, word))
  put(12_999, [0x0040])
  put(13_001, [123, ...lowFirst(456_789)])
  put(13_030, [85, 86, 87])
  put(13_033, lowFirst(-1250 >>> 0))
  const source = sourceOf('sungrow', device.port)
  for (const _ of [1, 2]) {
    expect(await source.read()).toMatchObject([
      {
        counter: { origin: 'sungrow.13002', kwh: 45_678.9 },
        frame: { serial: 'B2261234567', mode: 3, powerW: -1250, energyTodayKwh: 12.3, acCurrentA: [8.5, 8.6, 8.7] },
      },
    ])
  }
})

test('an unreadable block does not affect the others; only listed blocks are requested', async () => {
  const device = await deviceOf('huawei', { 30015: text('HV2140123456', 10), 32080: u32(900), 32089: [0x0200] })
  const image = device.units.get(1)?.holding
  for (let i = 0; i < 10; i++) image?.delete(32_106 + i)
  const [reading] = await sourceOf('huawei', device.port).read()
  expect(reading).toMatchObject({ counter: null, frame: { powerW: 900, mode: 3 } })
  const allowed = registerMaps.huawei.blocks.filter(([address, , inputs]) => address > 31_000 && inputs === undefined)
  expect(device.asked.filter((asked) => !asked.includes(' 300'))).toEqual(
    allowed.map(([address, count]) => `1 holding ${address}+${count}`),
  )
})
