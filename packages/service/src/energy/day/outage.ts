import { binMs, type Curve } from '../../figure/day-grid.ts'
import type { DeviceBins } from './device-bins.ts'

/** From this irradiance on an inverter can produce, W/m2 (IEC 61724-1 states 50 to 100). */
const ableWm2 = 100
/** Without a sensor: an inverter can produce when its best sibling is at this share of P0 or more. */
const ableShare = 0.05
/** A device below this share of the expected energy counts as not producing. */
const outShare = 0.1
/** A sibling below this share of the best one is out itself, and is not used for comparison. */
const runningShare = 0.5
const binHours = binMs / 3_600_000

export interface OutageBin {
  able: boolean
  bySensor: boolean
  out: boolean
}

export interface Outages {
  /** Null: nothing is known about this bin. */
  bins: (OutageBin | null)[]
  /** Energy of the siblings for this device's capacity, kWh, scaled by the device's ratio to them while it runs. */
  siblingKwh: Curve
}

/**
 * Times when each device could have produced and did not. A silent device counts as out if the energy of a sibling on
 * the same logger is known. A silence of the whole logger is undecided until the counter bridges it, and so is the bin
 * of the newest frame until the next frame arrives. A device that was silent for weeks, or always, is out in any case.
 */
export function findOutages(devices: readonly DeviceBins[], irradianceWm2: Curve): Outages[] {
  const bins = irradianceWm2.length
  const yields = devices.map(({ bridgedKwh, device }) =>
    bridgedKwh.map((energy) => (energy === null ? null : energy / device.capacityKwp)),
  )
  const best = Array.from({ length: bins }, (_, bin) =>
    yields.reduce<number>((max, own) => Math.max(max, own[bin] ?? 0), 0),
  )
  // Sums over the running devices of each bin; a device's siblings are these sums without the device itself.
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

/** Ratio of the device to its siblings over the bins in which it runs; 1 if there is too little data. */
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
