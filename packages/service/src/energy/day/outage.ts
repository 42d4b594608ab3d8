import { binMs, type Curve } from '../../figure/day-grid.ts'
import type { DeviceBins } from './device-bins.ts'

/** From this irradiance on an inverter can produce, W/m2 (IEC 61724-1 speaks of 50 to 100). */
const ableWm2 = 100
/** Without a sensor: from this share of P0 at the best of its siblings on. */
const ableShare = 0.05
/** A device that makes less than this share of the expected energy does not produce. */
const outShare = 0.1
/** A sibling that makes less than this share of the best one is out itself, and nothing is compared with it. */
const runningShare = 0.5
const binHours = binMs / 3_600_000

export interface OutageBin {
  able: boolean
  bySensor: boolean
  out: boolean
}

export interface Outages {
  /** Null: nothing can be said about this bin. */
  bins: (OutageBin | null)[]
  /** Energy of its siblings for its own capacity, kWh, fitted to how it compares with them when it runs. */
  siblingKwh: Curve
}

/**
 * When each device could have produced and did not. A silent device counts as out where the energy of a sibling on the
 * same logger is known. A silence of the whole logger tells nothing until the counter bridges it, nor does the bin of a
 * newest frame until the next one comes. A device that was not heard for weeks, or never, is out in any case.
 */
export function findOutages(devices: readonly DeviceBins[], irradianceWm2: Curve): Outages[] {
  const bins = irradianceWm2.length
  const yields = devices.map(({ bridgedKwh, device }) =>
    bridgedKwh.map((energy) => (energy === null ? null : energy / device.capacityKwp)),
  )
  const best = Array.from({ length: bins }, (_, bin) =>
    yields.reduce<number>((max, own) => Math.max(max, own[bin] ?? 0), 0),
  )
  // Sums over the running devices of each bin: those of the siblings are these without the device itself.
  const energy = new Float64Array(bins)
  const capacity = new Float64Array(bins)
  const runs = (device: number, bin: number) => {
    const own = yields[device]?.[bin] ?? null
    return own !== null && (best[bin] ?? 0) > 0 && own >= runningShare * (best[bin] ?? 0)
  }
  const answering = new Map<number, Uint8Array>()
  devices.forEach(({ device, powerW, bridgedKwh }, nth) => {
    const answers = answering.get(device.loggerNo) ?? new Uint8Array(bins)
    answering.set(device.loggerNo, answers)
    for (let bin = 0; bin < bins; bin += 1) {
      if (powerW[bin] != null && bridgedKwh[bin] != null) answers[bin] = 1
      if (!runs(nth, bin)) continue
      energy[bin] = (energy[bin] ?? 0) + (bridgedKwh[bin] ?? 0)
      capacity[bin] = (capacity[bin] ?? 0) + device.capacityKwp
    }
  })
  return devices.map((own, nth) => {
    const { device } = own
    const raw: Curve = Array.from({ length: bins }, (_, bin) => {
      const mine = runs(nth, bin)
      const others = (capacity[bin] ?? 0) - (mine ? device.capacityKwp : 0)
      if (others <= 0) return null
      return (((energy[bin] ?? 0) - (mine ? (own.bridgedKwh[bin] ?? 0) : 0)) / others) * device.capacityKwp
    })
    const fit = fitOf(own, raw, (bin) => runs(nth, bin))
    const siblingKwh = raw.map((expected) => (expected === null ? null : expected * fit))
    const answers = answering.get(device.loggerNo)
    const isLost = !device.seenBefore && device.samples.length === 0
    return {
      siblingKwh,
      bins: Array.from({ length: bins }, (_, bin) => {
        const isSilent = own.powerW[bin] == null
        const made = own.bridgedKwh[bin] ?? (isSilent && (isLost || answers?.[bin]) ? 0 : null)
        if (made === null || bin < own.since || bin >= own.until) return null
        if (bin >= own.untold && made === 0 && (own.powerW[bin] ?? 0) > 0) return null
        const sun = irradianceWm2[bin] ?? null
        const able = sun === null ? (best[bin] ?? 0) >= ableShare * binHours : sun >= ableWm2
        const expected = siblingKwh[bin] ?? (device.ratedW / 1000) * binHours * 0.02
        return { able, bySensor: sun !== null, out: able && made < outShare * expected }
      }),
    }
  })
}

/** Ratio of the device to its siblings over the bins in which it runs; 1 where there is too little data. */
function fitOf({ bridgedKwh, device }: DeviceBins, siblings: Curve, runs: (bin: number) => boolean): number {
  let own = 0
  let others = 0
  siblings.forEach((expected, bin) => {
    if (expected === null || !runs(bin)) return
    own += bridgedKwh[bin] ?? 0
    others += expected
  })
  // Half an hour at full sun.
  return others > 0.5 * device.capacityKwp ? own / others : 1
}
