import { modelWords, sunspecImage, threePhase } from './images.ts'
import { startModbusDevice } from './modbus-device.ts'

/**
 * A SunSpec inverter of 10 kW that follows models 123, 705 and 712: `node src/testing/controlled-inverter.ts`. Its
 * output follows the written values; curves are adopted on request.
 */
const negative = (value: number) => value & 0xffff
const immediate = {
  WMaxLimPct: 1000, WMaxLim_Ena: 0, WMaxLimPct_SF: -1, OutPFSet: 1000, OutPFSet_Ena: 0, OutPFSet_SF: -3,
  VArWMaxPct: 0, VArPct_Mod: 0, VArPct_Ena: 0, VArPct_SF: -1,
} // prettier-ignore
/** Off, no request, four points, two curves, the first of which reports the active one. */
const curves = (id: number, scales: number[], head: (isSpare: boolean) => number[]) => {
  const corners = Array.from({ length: 8 }, () => 0)
  const words = [0, 0, 1, 4, 2, 0, 0, 0, 0, 0, ...scales, ...head(false), ...corners, ...head(true), ...corners]
  return [id, words.length, ...words]
}
const base = threePhase()
const blocks = [
  ...base,
  modelWords(123, immediate),
  curves(705, [negative(-1), negative(-1), 0], (isSpare) => [0, 3, 1, 1000, 0, 0, 0, 0, 0, isSpare ? 0 : 1]),
  curves(712, [negative(-1), negative(-1)], (isSpare) => [0, 3, 1, isSpare ? 0 : 1]),
]
const image = sunspecImage(blocks)
const startOf = (index: number) => 40_002 + blocks.slice(0, index).flat().length
const [inverter, controls, voltVar, wattVar] = [1, 4, 5, 6].map(startOf) as [number, number, number, number]
const device = await startModbusDevice(new Map([[1, { holding: image, input: new Map<number, number>() }]]))

const word = (address: number) => image.get(address) ?? 0
const int = (address: number) => (word(address) >= 0x8000 ? word(address) - 0x10000 : word(address))

function takeOver(start: number, fixed: number, size: number): void {
  if (word(start + 3) !== 2) return
  // The last register of the head marks the first curve as read-only.
  for (let i = 0; i < size; i++) image.set(start + fixed + i, word(start + fixed + size + i))
  image.set(start + 3, 0)
  image.set(start + 4, 1)
}

function varsNow(activeW: number): number {
  if (word(controls + 22) === 1) return int(controls + 15) * 10
  const factor = Math.abs(int(controls + 10)) / 1000
  if (word(controls + 14) === 1) return -Math.sign(int(controls + 10)) * activeW * Math.tan(Math.acos(factor))
  return 0
}

device.before = () => {
  takeOver(voltVar, 15, 18)
  takeOver(wattVar, 14, 12)
  const activeW = word(controls + 9) === 1 ? Math.min(10_420, word(controls + 5) * 10) : 10_420
  image.set(inverter + 14, activeW)
  image.set(inverter + 20, negative(Math.round(varsNow(activeW))))
}
process.stdout.write(`sunspec=127.0.0.1:${device.port}\n`)
