import type { LocalDay } from '@helioport/time/node'
import { daylightOf, type Place } from '../../figure/sun.ts'
import { quarterMs } from './day-energy.ts'

interface StoredDay {
  device_no: number
  energy_kwh: number | null
  /** Bins of daylight with data. */
  daylight_bins: number
  /** Energy of each quarter of an hour, kWh; null: not known. */
  quarter_kwh: readonly (number | null)[]
}

/**
 * Devices of which only the night is known on an ended day: a frame at midnight shows that nothing was produced until
 * dawn, and says nothing about the day. A counter step across daylight makes the energy known. In a polar night nothing
 * is produced, which is known, too.
 */
export function knownByNightAlone(days: readonly StoredDay[], day: LocalDay, place: Place): number[] {
  const light = daylightOf(day, place)
  if (!light) return []
  const first = Math.ceil((light.from - day.from) / quarterMs)
  const end = Math.floor((light.to - day.from) / quarterMs)
  return days.flatMap(({ device_no, energy_kwh, daylight_bins, quarter_kwh }) => {
    const isDark = daylight_bins === 0 && quarter_kwh.slice(first, end).every((kwh) => kwh === null)
    return energy_kwh === 0 && isDark ? device_no : []
  })
}
