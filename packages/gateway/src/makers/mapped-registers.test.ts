import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSources } from '../main/sources.ts'
import { type Image, type ModbusDevice, startModbusDevice } from '../testing/modbus-device.ts'

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

/** A string inverter of Deye: 32 bits, low word first; the serial is text. */
const deye = {
  maker: 'Deye',
  order: 'lowFirst',
  serial: { address: 3, count: 5 },
  values: {
    powerW: { address: 86, type: 'int32', scale: 0.1 },
    frequencyHz: { address: 79, type: 'uint16', scale: 0.01 },
    energyTodayKwh: { address: 60, type: 'uint16', scale: 0.1 },
    cabinetC: { address: 90, type: 'int16', scale: 0.1 },
  },
  energyTotalKwh: { address: 63, type: 'uint32', scale: 0.1 },
  lists: {
    acVoltageV: [{ address: 73, type: 'uint16', scale: 0.1 }],
    mpptVoltageV: [109, 111].map((address) => ({ address, type: 'uint16', scale: 0.1 })),
    mpptCurrentA: [110, 112].map((address) => ({ address, type: 'uint16', scale: 0.1 })),
  },
  state: { register: { address: 59, type: 'uint16' }, modes: { 0: 'standby', 1: 'standby', 2: 'onGrid', 4: 'fault' } },
}

const text = (from: number, words: string) =>
  Array.from({ length: words.length / 2 }, (_, i): [number, number] => [
    from + i,
    Buffer.from(words).readUInt16BE(2 * i),
  ])

const day: Image = new Map([
  ...text(3, '2203104567'),
  [59, 2], [60, 123], [63, 0x1a85], [64, 0x0001], [73, 2315], [79, 5001],
  [86, 0x5b68], [87, 0], [90, 385], [109, 3402], [110, 51], [111, 3388], [112, 49],
]) // prettier-ignore

async function sourceOf(registers: Image, mapping: object = deye) {
  const device: ModbusDevice = await startModbusDevice(new Map([[1, { holding: registers, input: new Map() }]]))
  open.push(device)
  const file = join(mkdtempSync(join(tmpdir(), 'registers-')), 'deye.json')
  writeFileSync(file, JSON.stringify(mapping))
  const never = () => Promise.reject(new Error('not of this source'))
  const [source] = openSources([`modbus=${file}@127.0.0.1:${device.port}`], {
    now: () => 1_750_000_000_000,
    wait: () => Promise.resolve(),
    getJson: never,
    openMqtt: () => ({
      ready: Promise.resolve(),
      trouble: () => null,
      send: () => undefined,
      close: () => Promise.resolve(),
    }),
    folder: tmpdir(),
  })
  if (!source) throw new Error('no source')
  open.push(source)
  return { source, device }
}

test('reads an inverter by a user’s register map, and only its registers', async () => {
  const { source, device } = await sourceOf(day)
  expect(await source.read()).toEqual([
    {
      frame: {
        serial: '2203104567',
        at: 1_750_000_000_000,
        model: 'Deye',
        mode: 3,
        powerW: 2340,
        frequencyHz: 50.01,
        energyTodayKwh: 12.3,
        cabinetC: 38.5,
        acVoltageV: [231.5],
        mpptVoltageV: [340.2, 338.8],
        mpptCurrentA: [5.1, 4.9],
      },
      counter: { origin: 'deye.63', kwh: 7232.5, wrapsAtKwh: 429_496_729.6 },
    },
  ])
  // Only the listed registers: the device might refuse one between them.
  expect(device.asked).toEqual([
    '1 holding 3+5', '1 holding 59+2', '1 holding 63+2', '1 holding 73+1', '1 holding 79+1', '1 holding 86+2',
    '1 holding 90+1', '1 holding 109+4',
  ]) // prettier-ignore
})

test('consumption at night is negative power, and state 0 is standby', async () => {
  const night = new Map([...day, [59, 0], [86, 0xff9c], [87, 0xffff], [109, 0], [110, 0], [111, 0], [112, 0]])
  const [reading] = await (await sourceOf(night)).source.read()
  expect(reading?.frame).toMatchObject({ powerW: -10, mode: 1 })
})

test('a float that is NaN is absent, also as a counter', async () => {
  const float = (address: number) => ({ address, type: 'float32' })
  const floats = { ...deye, order: 'highFirst', values: { powerW: float(200) }, energyTotalKwh: float(202), lists: {} }
  const registers = (total: number[]) =>
    new Map([...day, [200, 0x4492], [201, 0x4000], ...total.map((word, i): [number, number] => [202 + i, word])])
  const read = async (total: number[]) => (await (await sourceOf(registers(total), floats)).source.read())[0]
  expect(await read([0x45e2, 0x0400])).toMatchObject({ frame: { powerW: 1170 }, counter: { kwh: 7232.5 } })
  expect(await read([0x7fc0, 0])).toMatchObject({ frame: { powerW: 1170 }, counter: null })
})

test('a map without a state gives no mode', async () => {
  const { state: _state, ...stateless } = deye
  const [reading] = await (await sourceOf(day, stateless)).source.read()
  expect(reading?.frame).not.toHaveProperty('mode')
})

test.each([
  [{ ...deye, order: 'middleFirst' }, /wrong at \/order/],
  [{ ...deye, values: {} }, /wrong at \/values/],
  [{ ...deye, serial: { address: 70_000, count: 5 } }, /wrong at \/serial\/address/],
])('an invalid register map names the wrong place: %#', async (mapping, words) => {
  await expect(sourceOf(day, mapping)).rejects.toThrow(words)
})
