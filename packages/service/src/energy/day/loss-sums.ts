import type { LossBin, LossSum } from '../../database/sum-columns.ts'
import { minIrradianceForRatios } from '@helioport/contract'
import { binMs } from '../../figure/day-grid.ts'
import type { DeviceBins } from './device-bins.ts'
import type { Outages } from './outage.ts'
import type { SensorCurves } from './sensor-curves.ts'

export type LossSums = { [K in LossSum]: number | null } & { [K in LossBin]: number }

export interface Losses {
  sums: LossSums
  /** `usualRatio` was asked for. */
  leans: boolean
}

/** An inverter at this share of its rated AC power is clipping. */
const clippingShare = 0.98
/** Least number of bins for a device's usual ratio of energy to sun: half an hour. */
const fewestBins = 6
const binHours = binMs / 3_600_000

export interface LossFacts {
  devices: readonly DeviceBins[]
  outages: readonly Outages[]
  sensors: SensorCurves
  /** 1/degC, negative. */
  temperatureCoefficient: number
  /** Ratio to the temperature-corrected reference over the last weeks, for a station that produced nothing all day. */
  usualRatio: number | null
  /** Bins of daylight up to now. */
  isLight: (bin: number) => boolean
  /** A device in operation whose energy will never be known: its capacity counts (see stationRatio). */
  isSilent: (device: DeviceBins, bin: number) => boolean
}

/**
 * Loss chain from sun to meter over one day: reference - temperature - capture - limit - inverter - outage
 * = final, over the bins in which irradiance and energy are known. Capture is what remains, so that the sum is exact.
 * Without irradiance: only the losses of inverters and outages.
 */
export function lossesOf(facts: LossFacts): Losses {
  const { devices, sensors } = facts
  const measured = sensors.irradianceWm2.some((sun) => sun !== null)
  const sums = { reference: 0, temperature: 0, limit: 0, inverter: 0, outage: 0, final: 0 }
  const seen = {
    temperature: false,
    dc: false,
    bins: 0,
    any: false,
    sibling: 0,
    model: 0,
    outageKnown: devices.length > 1,
  }
  let leans = false
  const own = devices.map((device, nth) => ratiosOf(device, facts, nth))
  const isHeardOf = sensors.irradianceWm2.map((_, bin) => devices.some((device) => device.bridgedKwh[bin] != null))
  const usual = { dc: meanOf(own.map((ratio) => ratio.dc)), ac: meanOf(own.map((ratio) => ratio.ac)) }
  devices.forEach((device, nth) => {
    const outages = facts.outages[nth]
    const p0 = device.device.capacityKwp
    const dcRatio = own[nth]?.dc ?? usual.dc
    const acRatio = own[nth]?.ac ?? usual.ac ?? facts.usualRatio
    if (acRatio !== null) seen.outageKnown = true
    for (let bin = 0; bin < sensors.irradianceWm2.length; bin += 1) {
      const sun = sensors.irradianceWm2[bin] ?? null
      const judged = outages?.bins[bin] ?? null
      const made = device.bridgedKwh[bin] ?? (judged || (isHeardOf[bin] && facts.isSilent(device, bin)) ? 0 : null)
      if (made === null || (measured && sun === null)) continue
      const reference = sun === null ? 0 : p0 * (Math.max(0, sun) / 1000) * binHours
      const cell = sensors.cellC[bin] ?? null
      const warmth = cell === null ? 0 : -facts.temperatureCoefficient * (cell - 25) * reference
      if (cell !== null) seen.temperature = true
      if (facts.isLight(bin) && (device.bridgedKwh[bin] != null || judged)) seen.bins += 1
      seen.any = true
      sums.reference += reference
      sums.temperature += warmth
      sums.final += made
      // If only the counter bridges a gap, DC and AC energy do not cover the same minutes.
      const dc = device.energyKwh[bin] == null ? null : (device.dcKwh[bin] ?? null)
      if (dc !== null) seen.dc = true
      const inverter = dc === null ? 0 : isOut(outages, bin) ? Math.max(0, dc - made) : dc - made
      sums.inverter += inverter
      if (touchesOutage(outages, bin)) {
        const siblings = outages?.siblingKwh[bin] ?? null
        if (siblings === null && (own[nth]?.ac ?? usual.ac) === null) leans = true
        const expected = siblings ?? (acRatio === null || sun === null ? null : acRatio * (reference - warmth))
        if (expected === null) continue
        sums.outage += Math.max(0, expected - made)
        if (siblings === null) seen.model += 1
        else seen.sibling += 1
      } else if (sun !== null && dcRatio !== null && isLimited(device, bin)) {
        sums.limit += Math.max(0, dcRatio * (reference - warmth) - (dc ?? made))
      }
    }
  })
  const none = !seen.any
  const capture = sums.reference - sums.temperature - sums.limit - sums.inverter - sums.outage - sums.final
  const stored: LossSums = {
    loss_reference_kwh: measured && !none ? sums.reference : null,
    loss_temperature_kwh: measured && seen.temperature ? sums.temperature : null,
    loss_capture_kwh: measured && !none ? capture : null,
    loss_limit_kwh: measured && !none ? sums.limit : null,
    loss_inverter_kwh: seen.dc ? sums.inverter : null,
    loss_outage_kwh: seen.outageKnown && !none ? sums.outage : null,
    loss_final_kwh: none ? null : sums.final,
    loss_bins: seen.bins,
    outage_sibling_bins: seen.sibling,
    outage_model_bins: seen.model,
  }
  return { sums: stored, leans }
}

function isOut(outages: Outages | undefined, bin: number): boolean {
  return outages?.bins[bin]?.out ?? false
}

/** The bins next to an outage partly belong to it. */
function touchesOutage(outages: Outages | undefined, bin: number): boolean {
  return isOut(outages, bin) || isOut(outages, bin - 1) || isOut(outages, bin + 1)
}

function isLimited({ device, limited, powerW }: DeviceBins, bin: number): boolean {
  return limited[bin] === true || (powerW[bin] ?? 0) >= clippingShare * device.ratedW
}

/** DC (else AC) and AC energy over the temperature-corrected reference, without limit or outage, in good sun. */
function ratiosOf(device: DeviceBins, facts: LossFacts, nth: number): { dc: number | null; ac: number | null } {
  const { irradianceWm2, cellC } = facts.sensors
  let bins = 0
  let reference = 0
  let dc = 0
  let ac = 0
  irradianceWm2.forEach((sun, bin) => {
    const made = device.bridgedKwh[bin] ?? null
    if (sun === null || sun < minIrradianceForRatios || made === null) return
    if (isLimited(device, bin) || touchesOutage(facts.outages[nth], bin)) return
    const p0 = device.device.capacityKwp * (sun / 1000) * binHours
    bins += 1
    reference += p0 * (1 + facts.temperatureCoefficient * ((cellC[bin] ?? 25) - 25))
    ac += made
    dc += device.dcKwh[bin] ?? made
  })
  return bins < fewestBins || reference <= 0 ? { dc: null, ac: null } : { dc: dc / reference, ac: ac / reference }
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
