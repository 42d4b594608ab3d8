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
 * IEC 61836 performance ratio: sum of energy over the sum of P0 times irradiation, of each device only over the bins
 * in which both its energy and the irradiance are known; never a mean of ratios. Null until one of those bins reaches
 * 200 W/m2: below that it is noise. `bins`: how many bins of the devices entered.
 */
export function performanceRatio(
  devices: readonly { energyKwh: Curve; capacityKwp: number }[],
  irradianceWm2: Curve,
  isLight: (bin: number) => boolean,
): { ratio: number | null; bins: number } {
  let energy = 0
  let reference = 0
  let bins = 0
  let peak = 0
  for (const { energyKwh, capacityKwp } of devices) {
    irradianceWm2.forEach((sun, bin) => {
      const own = energyKwh[bin] ?? null
      if (sun === null || own === null) return
      energy += own
      reference += capacityKwp * (Math.max(0, sun) / 1000) * binHours
      peak = Math.max(peak, sun)
      if (isLight(bin)) bins += 1
    })
  }
  return { ratio: peak >= minIrradianceForRatios && reference > 0 ? energy / reference : null, bins }
}
