import { binMs, type Curve } from './day-grid.ts'

const binHours = binMs / 3_600_000

/** In-plane irradiation in kWh/m2 over the known bins; null if no sensor reports. */
export function irradiationOf(irradianceWm2: Curve): number | null {
  const known = irradianceWm2.filter((value) => value !== null)
  if (known.length === 0) return null
  return known.reduce((sum, value) => sum + Math.max(0, value), 0) * (binHours / 1000)
}
