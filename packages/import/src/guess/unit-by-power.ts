import { energyUnits, type EnergyUnit, type PowerUnit } from '../cell/units.ts'
import type { ColumnKind } from './guess-column.ts'

/** A column of a sample: instants (epoch ms) and values; null: no value. */
export interface Readings {
  at: readonly (number | undefined)[]
  values: readonly (number | null)[]
}

const hourMs = 3_600_000
const watts: Record<PowerUnit, number> = { W: 1, kW: 1000, MW: 1_000_000 }
const wattHours: Record<EnergyUnit, number> = { Wh: 1, kWh: 1000, MWh: 1_000_000 }
/** Units differ by factors of 1000: a ratio within this factor identifies the unit. */
const farthest = 8

/** The unit in which the energies match the integral of the power; null: none, or no energy. */
export function unitByPower(
  kind: ColumnKind,
  energy: Readings,
  power: Readings & { unit: PowerUnit },
): EnergyUnit | null {
  const isCounter = kind !== 'energy'
  let [rise, madeWh] = [0, 0]
  const powerAt = new Map(power.at.map((at, nth) => [at, power.values[nth]]))
  const known = energy.values.flatMap((value, nth) => {
    const at = energy.at[nth]
    const own = powerAt.get(at)
    return value === null || own == null || at === undefined ? [] : [{ at, value, own }]
  })
  for (const [nth, { at, value, own }] of known.entries()) {
    const before = known[nth - 1]
    const hours = before === undefined ? 0 : Math.abs(at - before.at) / hourMs
    if (before === undefined || hours === 0 || hours > 1) continue
    const by = isCounter ? Math.abs(value - before.value) : value
    // A fall of a counter is a restart, not energy.
    if (isCounter && value < before.value && at > before.at) continue
    rise += by
    madeWh += ((own + before.own) / 2) * watts[power.unit] * hours
  }
  if (rise <= 0 || madeWh <= 0) return null
  const fits = energyUnits.filter((unit) => {
    const times = (rise * wattHours[unit]) / madeWh
    return times > 1 / farthest && times < farthest
  })
  return fits.length === 1 ? (fits[0] ?? null) : null
}
