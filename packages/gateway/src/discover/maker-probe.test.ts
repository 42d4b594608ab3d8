import { wordsOf } from '../testing/images.ts'
import { type Image, type ModbusDevice, startModbusDevice } from '../testing/modbus-device.ts'
import { firstOf, probeMakers } from './maker-probe.ts'
import { probeSunspec } from './modbus-probe.ts'

const noWait = () => Promise.resolve()
const probe = firstOf(
  probeSunspec(() => 0, noWait),
  probeMakers(() => 0, noWait),
)
let device: ModbusDevice | undefined
afterEach(() => device?.close())

type Words = Record<number, number[]>
const imageOf = (words: Words): Image =>
  new Map(Object.entries(words).flatMap(([from, own]) => own.map((word, nth) => [Number(from) + nth, word])))
const start = async (units: Record<number, { holding?: Words; input?: Words }>) => {
  const images = Object.entries(units).map(
    ([unit, { holding = {}, input = {} }]) =>
      [Number(unit), { holding: imageOf(holding), input: imageOf(input) }] as const,
  )
  device = await startModbusDevice(new Map(images))
  return device
}
const text = (value: string, size: number) => wordsOf('string', size, value)
const u32 = (value: number) => wordsOf('uint32', 2, value)

const huawei = { 30000: text('SUN2000-8KTL-M1', 15), 30015: text('HV2150123456', 10), 40000: u32(1_790_000_000) }

test.each([
  ['Huawei behind its dongle', { 1: { holding: huawei } }, 'huawei', 'HV2150123456', 'Huawei SUN2000-8KTL-M1', ''],
  ['Huawei on its own Wi-Fi', { 0: { holding: huawei } }, 'huawei', 'HV2150123456', 'Huawei SUN2000-8KTL-M1', '/0'],
  [
    'Sungrow of a known model',
    { 1: { input: { 4989: text('A2290812345', 10), 4999: [0x2433] } } },
    'sungrow',
    'A2290812345',
    'Sungrow SG10RT',
    '',
  ],
  [
    'Sungrow of another',
    { 1: { input: { 4989: text('A2490812345', 10), 4999: [0x2c77] } } },
    'sungrow',
    'A2490812345',
    'Sungrow',
    '',
  ],
  [
    'Growatt',
    { 1: { holding: { 6: u32(50_000), 23: text('RUK0CKA0B1', 5), 44: [0x0201] } } },
    'growatt',
    'RUK0CKA0B1',
    'Growatt',
    '',
  ],
  [
    'SMA of which SunSpec is switched off',
    { 3: { holding: { 30051: u32(8001), 30053: u32(9348), 30057: u32(3_010_123_456) } } },
    'sma',
    '3010123456',
    'SMA STP10.0-3AV-40',
    '',
  ],
  [
    'GoodWe with a battery',
    { 247: { holding: { 35003: text('9010KETU123W4567', 8), 35011: text('GW10K-ET', 5) } } },
    'goodwe',
    '9010KETU123W4567',
    'GoodWe GW10K-ET',
    '',
  ],
])('finds %s with its --source line', async (_what, units, kind, serial, model, unit) => {
  const { port } = await start(units)
  expect(await probe('127.0.0.1', port)).toEqual({
    kind,
    model,
    serial,
    source: `${kind}=127.0.0.1:${port}${unit}`,
  })
  expect(device?.written).toEqual([])
})

test('ignores devices whose registers only resemble those of a maker', async () => {
  const words = {
    23: text('PUMP000001', 5),
    44: [0x0201],
    30015: text('METER-0123', 10),
    30000: text('EM24', 15),
    30051: u32(8065),
    30057: u32(77),
  }
  const { port } = await start({ 1: { holding: { ...words, 44: [0] } }, 3: { holding: words } })
  expect(await probe('127.0.0.1', port)).toBeNull()
})

test('finds an inverter that does not answer requests for other makers’ registers', async () => {
  const { port } = await start({ 1: { input: { 4989: text('A2290812345', 10), 4999: [0x2433] } } })
  if (device) device.deafAt = 30_015
  const deaf = probeMakers(() => 0, noWait, 100)
  expect((await deaf('127.0.0.1', port))?.kind).toBe('sungrow')
})
