import { minIrradianceForRatios } from '@helioport/contract'
import { binMs, type Curve } from './day-grid.ts'

const binHours = binMs / 3_600_000

/** In-plane irradiation in kWh/m2 over the known bins; null where no sensor reports. */
export function irradiationOf(irradianceWm2: Curve): number | null {
  const known = irradianceWm2.filter((value) => value !== null)
  if (known.length === 0) return null
  return known.reduce((sum, value) => sum + Math.max(0, value), 0) * (binHours / 1000)
}

/**
 * IEC 61836 performance ratio: sum of energy over P0 times the sum of irradiation, both only over bins where both are
 * known; never a mean of ratios. Null until one of those bins reaches 200 W/m2: below that it is noise.
 * `bins`: the bins that entered.
 */
export function performanceRatio(
  energyKwh: Curve,
  irradianceWm2: Curve,
  capacityKwp: number,
): { ratio: number | null; bins: number[] } {
  const bins = energyKwh.flatMap((energy, bin) => (energy !== null && irradianceWm2[bin] != null ? [bin] : []))
  const suns = bins.map((bin) => Math.max(0, irradianceWm2[bin] ?? 0))
  if (!suns.some((sun) => sun >= minIrradianceForRatios)) return { ratio: null, bins }
  const energy = bins.reduce((sum, bin) => sum + (energyKwh[bin] ?? 0), 0)
  const irradiation = suns.reduce((sum, sun) => sum + sun, 0) * (binHours / 1000)
  return { ratio: energy / (capacityKwp * irradiation), bins }
}
