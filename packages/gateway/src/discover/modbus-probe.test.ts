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

test('finds a SunSpec device with its --source line over one connection, by reading only', async () => {
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

test('lists several units of one host in one --source line', async () => {
  const image = sunspecImage(threePhase())
  const { port } = await start([
    [1, image],
    [2, sunspecImage(threePhase({}, 'SE-OTHER'))],
  ])
  expect((await probe('127.0.0.1', port))?.source).toBe(`sunspec=127.0.0.1:${port}/1,2`)
})

test('names the unit if it is not the default, such as 126 of SMA', async () => {
  const { port } = await start([[126, sunspecImage(threePhase())]])
  expect((await probe('127.0.0.1', port))?.source).toBe(`sunspec=127.0.0.1:${port}/126`)
})

test('finds nothing at Modbus without SunSpec or at a closed port', async () => {
  const { port } = await start([[1, new Map([[40_000, 7]])]])
  expect(await probe('127.0.0.1', port)).toBeNull()
  await device?.close()
  expect(await probe('127.0.0.1', port)).toBeNull()
})
