import { clamp } from './angle.ts'
import { parametersAt, type PvModule } from './pv-module.ts'
import { maximumPower, openCircuitVoltage, type Point } from './single-diode.ts'

/** Grid of the table: spaced by the square root of irradiance, because voltage varies most at low light. */
const rootStep = 0.5
const rootCount = 77
const lowestC = -40
const stepC = 5
const temperatures = 29

export interface MppTable {
  /**
   * Voltage and current of one module's maximum power point; writes into `out` to avoid allocation in millions of
   * calls.
   */
  lookUp(irradiance: number, cellC: number, out: Point): void
  /** Open-circuit voltage of one module. */
  openVoltage(irradiance: number, cellC: number): number
}

const tables = new Map<PvModule, MppTable>()

/** Maximum power points of a module type over irradiance (0 to 1444 W/m2) and cell temperature (-40 to 100 degC). */
export function mppTable(module: PvModule): MppTable {
  const known = tables.get(module)
  if (known) return known
  const table = build(module)
  tables.set(module, table)
  return table
}

function build(module: PvModule): MppTable {
  const size = rootCount * temperatures
  const voltages = new Float64Array(size)
  // Current per irradiance: nearly constant, so linear interpolation is accurate enough.
  const relativeCurrents = new Float64Array(size)
  const openVoltages = new Float64Array(size)
  for (let i = 0; i < rootCount; i++) {
    const irradiance = Math.max((i * rootStep) ** 2, 0.01)
    for (let j = 0; j < temperatures; j++) {
      const p = parametersAt(module, irradiance, lowestC + j * stepC)
      const peak = maximumPower(p)
      voltages[i * temperatures + j] = peak.voltage
      relativeCurrents[i * temperatures + j] = peak.current / irradiance
      openVoltages[i * temperatures + j] = openCircuitVoltage(p)
    }
  }
  const at = (values: Float64Array, x: number, y: number): number => {
    const i = Math.min(Math.floor(x), rootCount - 2)
    const j = Math.min(Math.floor(y), temperatures - 2)
    const [fx, fy] = [x - i, y - j]
    const k = i * temperatures + j
    const low = (values[k] ?? 0) * (1 - fy) + (values[k + 1] ?? 0) * fy
    const high = (values[k + temperatures] ?? 0) * (1 - fy) + (values[k + temperatures + 1] ?? 0) * fy
    return low * (1 - fx) + high * fx
  }
  const column = (irradiance: number) => clamp(Math.sqrt(Math.max(irradiance, 0)) / rootStep, 0, rootCount - 1)
  const row = (cellC: number) => clamp((cellC - lowestC) / stepC, 0, temperatures - 1)
  return {
    lookUp(irradiance, cellC, out) {
      const [x, y] = [column(irradiance), row(cellC)]
      out.voltage = at(voltages, x, y)
      out.current = at(relativeCurrents, x, y) * Math.max(irradiance, 0)
    },
    openVoltage: (irradiance, cellC) => (irradiance > 0 ? at(openVoltages, column(irradiance), row(cellC)) : 0),
  }
}
