import type { CounterReading } from './source.ts'
import { measured } from './tidy.ts'

/** A lifetime counter in Wh or kWh; null if it is missing or 0, which devices send for "unknown". */
export function counterOf(origin: string, value: number | undefined, unit: 'Wh' | 'kWh'): CounterReading | null {
  const kwh = measured(value, unit === 'Wh' ? 0.001 : 1)
  return kwh === undefined || kwh <= 0 ? null : { origin, kwh, wrapsAtKwh: null }
}
