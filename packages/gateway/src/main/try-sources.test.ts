import { modelWords, sunspecImage, threePhase } from '../testing/images.ts'
import { type ModbusDevice, startModbusDevice } from '../testing/modbus-device.ts'
import { fakeJson } from '../testing/fake-json.ts'
import { optionsFrom } from './options.ts'
import { trySources } from './try-sources.ts'

const at = Date.parse('2026-06-21T10:00:00Z')
const { getJson } = fakeJson({})
const tools = {
  now: () => at,
  wait: async () => {},
  getJson,
  openMqtt: () => {
    throw new Error('no broker here')
  },
}
const open: ModbusDevice[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function behind(blocks: number[][]): Promise<string> {
  const device = await startModbusDevice(
    new Map([[1, { holding: sunspecImage(blocks), input: new Map<number, number>() }]]),
  )
  open.push(device)
  return `sunspec=127.0.0.1:${device.port}`
}

test('"try" reads devices without a portal or a key', async () => {
  const source = await behind(threePhase())
  expect(optionsFrom(['node', 'gateway', 'try', source], {}, '1')).toEqual({ tried: [source] })
  const [tried] = await trySources([source], tools)
  expect(tried).toMatchObject({ source: source.replace('=', ' '), trouble: null })
  expect(tried?.readings.map(({ frame }) => frame.powerW)).toEqual([10_420])
})

test('a meter is reported by name as no inverter', async () => {
  const source = await behind([modelWords(1, { Mn: 'Acme', Md: 'Smart Meter', SN: 'M1234567' }), [203, 2, 1, 1]])
  const [tried] = await trySources([source], tools)
  expect(tried?.readings).toEqual([])
  expect(tried?.trouble).toMatch(/unit 1 is no inverter.*Acme Smart Meter/)
})

test('names each unit that does not answer, whether others do or not', async () => {
  const source = await behind(threePhase())
  const [of2] = await trySources([`${source}/1,7`], tools)
  expect(of2?.readings).toHaveLength(1)
  expect(of2?.trouble).toMatch(/^127\.0\.0\.1:\d+ unit 7: /)
  const [none] = await trySources([`${source}/6,7`], tools)
  expect(none?.trouble).toMatch(/unit 6: .*; .* unit 7: /)
  const huawei = source.replace('sunspec', 'huawei')
  const [maker] = await trySources([`${huawei}/1,7`], tools)
  expect(maker?.trouble).toMatch(/^unit 1: no serial.*; .* unit 7: /)
})
