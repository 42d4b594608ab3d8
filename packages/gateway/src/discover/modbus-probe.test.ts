import { sunspecImage, threePhase } from '../testing/images.ts'
import { type Image, type ModbusDevice, startModbusDevice } from '../testing/modbus-device.ts'
import { probeSunspec } from './modbus-probe.ts'

const noWait = () => Promise.resolve()
const probe = probeSunspec(() => 0, noWait)
let device: ModbusDevice | undefined
afterEach(() => device?.close())

const unitOf = (holding: Image) => ({ holding, input: new Map<number, number>() })
const start = async (units: [number, Image][]) => {
  device = await startModbusDevice(new Map(units.map(([unit, image]) => [unit, unitOf(image)])))
  return device
}

test('a name plate becomes the line that reads it, over one connection and by reading alone', async () => {
  const { port } = await start([[1, sunspecImage(threePhase())]])
  expect(await probe('127.0.0.1', port)).toEqual({
    kind: 'sunspec',
    model: 'Solar Works SW10K',
    serial: 'SE-7E1234AB',
    source: `sunspec=127.0.0.1:${port}`,
  })
  expect(device?.connections).toBe(1)
  expect(device?.asked.every((request) => request.includes('holding'))).toBe(true)
})

test('inverters behind one another are named together', async () => {
  const image = sunspecImage(threePhase())
  const { port } = await start([
    [1, image],
    [2, sunspecImage(threePhase({}, 'SE-OTHER'))],
  ])
  expect((await probe('127.0.0.1', port))?.source).toBe(`sunspec=127.0.0.1:${port}/1,2`)
})

test('a unit of its own, as SMA has', async () => {
  const { port } = await start([[126, sunspecImage(threePhase())]])
  expect((await probe('127.0.0.1', port))?.source).toBe(`sunspec=127.0.0.1:${port}/126`)
})

test('Modbus without SunSpec, and nobody at all', async () => {
  const { port } = await start([[1, new Map([[40_000, 7]])]])
  expect(await probe('127.0.0.1', port)).toBeNull()
  await device?.close()
  expect(await probe('127.0.0.1', port)).toBeNull()
})
