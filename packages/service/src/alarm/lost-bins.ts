import { type LossBasis, minIrradianceForRatios } from '@helioport/contract'
import { binMs, type Curve } from '../figure/day-grid.ts'
import { medianOf } from '../figure/median.ts'
import { isNight } from '../figure/sun.ts'
import { alarmedBins, countedElsewhere, type IsAlarmed, stringsOf, faultlessBins } from './alarm-bins.ts'
import type { DayCurves, DeviceCurve } from './day-curves.ts'
import type { PricedEpisode, Touching } from './queries/loss.ts'

export interface LostDay {
  kwh: number
  /** Missing mean power of each quarter of an hour, W. */
  quarterW: number[]
  /** Expected energy by the basis that it was estimated from, kWh. */
  expectedKwh: Record<LossBasis, number>
  /** Bins of the period: all, those that could be judged, those with frames. */
  all: number
  judged: number
  heard: number
  /** Bins of daylight, and how many of them could be judged. */
  light: number
  judgedLight: number
}

/** Facts of the device itself: energy of each bin on the days before, kWh, and the deficit of its weak strings. */
interface OfItself {
  beforeKwh: Curve | null
  /** As a share of the device's production with its weak strings. */
  lack: number | null
}

interface Expected {
  kwh: number
  basis: LossBasis
}

const binHours = binMs / 3_600_000
const perQuarter = (15 * 60_000) / binMs
/** From this irradiance on an inverter can produce, W/m2: siblings without power are then out themselves. */
const ableWm2 = 100
/** Least data to compare a device with others: half an hour of full sun, or of bins with good sun. */
const fitHours = 0.5
const fitBins = 6

/**
 * Loss of a device in a period of one day: expected minus produced energy. The expectation comes from the siblings
 * (devices of the station that report and have no alarm); without siblings from the irradiance and the station's
 * response to it in the weeks before; without irradiance from the device's own energy at that time on the days before.
 * A bin without frames that the counter does not bridge counts as lost only if the alarm is a silence. The loss of a
 * dead string is a share of the production of the inverter's other strings, and so is the loss of weak strings that an
 * inverter reports and that their currents identify. If alarms of one inverter overlap, one of them gets the loss.
 */
export function lostOn(
  episode: PricedEpisode,
  curves: DayCurves,
  stretch: { from: number; to: number },
  touching: readonly Touching[],
  { beforeKwh, lack }: OfItself,
): LostDay {
  const { day } = curves
  const own = curves.devices.find(({ no }) => no === episode.device_no)
  const peers = curves.devices.filter((device) => device !== own)
  const isAlarmed = alarmedBins(touching, curves)
  const isWell = faultlessBins(episode.device_no, touching, curves)
  const fit = own ? fitOf(own, peers, isWell, isAlarmed) : 1
  const ratio = curves.usualRatio ?? (own ? ratioOf(own, curves, isWell) : null)
  const lost: LostDay = {
    kwh: 0,
    quarterW: Array.from({ length: Math.ceil(curves.irradianceWm2.length / perQuarter) }, () => 0),
    expectedKwh: { siblings: 0, irradiance: 0, daysBefore: 0 },
    all: 0,
    judged: 0,
    heard: 0,
    light: 0,
    judgedLight: 0,
  }
  const isLight = (bin: number) => !isNight(day.from + (bin + 0.5) * binMs, curves.place)
  const strings = (bin: number) => stringsOf(episode, touching, day.from + bin * binMs)
  const isCounted = countedElsewhere(episode, touching, curves)
  const add = (bin: number, { kwh: expected, basis }: Expected, made: number) => {
    const quarter = Math.floor(bin / perQuarter)
    const kwh = isCounted(bin) ? 0 : expected - made
    lost.kwh += kwh
    lost.quarterW[quarter] = (lost.quarterW[quarter] ?? 0) + (kwh * 1000) / (perQuarter * binHours)
    lost.expectedKwh[basis] += expected
    lost.judged += 1
    if (isLight(bin)) lost.judgedLight += 1
  }
  const first = Math.max(0, Math.floor((stretch.from - day.from) / binMs))
  const end = Math.min(curves.irradianceWm2.length, Math.ceil((stretch.to - day.from) / binMs))
  for (let bin = first; bin < end; bin += 1) {
    const known = own?.madeKwh[bin] ?? null
    const made = known ?? (episode.source === 'silence' ? 0 : null)
    lost.all += 1
    if (isLight(bin)) lost.light += 1
    if (own?.heard[bin]) lost.heard += 1
    if (made === null) continue
    const lacking = lackIn(bin)
    if (lacking !== null) {
      add(bin, { kwh: overlapOf(stretch, day.from + bin * binMs) * made * lacking, basis: 'siblings' }, 0)
      continue
    }
    const expected = expectedIn(bin)
    const most = (episode.rated_power_w / 1000) * binHours
    // Dead strings have alarms and losses of their own.
    if (expected)
      add(bin, { ...expected, kwh: Math.min(expected.kwh, most) }, made * (1 + strings(bin).dead * strings(bin).share))
  }
  return { ...lost, kwh: Math.max(0, lost.kwh), quarterW: lost.quarterW.map((watt) => Math.max(0, watt)) }

  function lackIn(bin: number): number | null {
    return episode.source === 'stringWatch' ? strings(bin).share : lack
  }

  function expectedIn(bin: number): Expected | null {
    const sun = curves.irradianceWm2[bin] ?? null
    const perKwp = yieldOf(peers, bin, isAlarmed)
    if (perKwp !== null && (perKwp > 0 || sun === null || sun < ableWm2)) {
      return { kwh: perKwp * episode.capacity_kwp * fit, basis: 'siblings' }
    }
    if (sun !== null && ratio !== null) {
      return { kwh: ratio * episode.capacity_kwp * referenceHours(curves, bin), basis: 'irradiance' }
    }
    const before = beforeKwh?.[bin] ?? null
    return before === null ? null : { kwh: before, basis: 'daysBefore' }
  }
}

/** Hours of standard irradiance in the bin, corrected for the cell temperature. */
function referenceHours({ irradianceWm2, cellC, temperatureCoefficient }: DayCurves, bin: number): number {
  const hours = (Math.max(0, irradianceWm2[bin] ?? 0) / 1000) * binHours
  return hours * (1 + temperatureCoefficient * ((cellC[bin] ?? 25) - 25))
}

function overlapOf(stretch: { from: number; to: number }, from: number): number {
  return Math.max(0, Math.min(stretch.to, from + binMs) - Math.max(stretch.from, from)) / binMs
}

type IsWell = ReturnType<typeof faultlessBins>

/** kWh per kWp of the peers whose energy is known and that have no alarm. */
function yieldOf(peers: readonly DeviceCurve[], bin: number, isAlarmed: IsAlarmed): number | null {
  let kwh = 0
  let kwp = 0
  for (const peer of peers) {
    const made = peer.madeKwh[bin] ?? null
    if (made === null || isAlarmed(peer.no, bin)) continue
    kwh += made
    kwp += peer.capacityKwp
  }
  return kwp > 0 ? kwh / kwp : null
}

/**
 * Ratio of the device's energy to its siblings' while the device is well: the median over its hours; 1 if there is
 * too little data.
 */
function fitOf(own: DeviceCurve, peers: readonly DeviceCurve[], isWell: IsWell, isAlarmed: IsAlarmed): number {
  const hours = new Map<number, { mine: number; others: number }>()
  let all = 0
  own.madeKwh.forEach((made, bin) => {
    if (made === null || !isWell(bin)) return
    const perKwp = yieldOf(peers, bin, isAlarmed)
    if (perKwp === null) return
    const nth = Math.floor(bin * binHours)
    const hour = hours.get(nth) ?? { mine: 0, others: 0 }
    hour.mine += made
    hour.others += perKwp * own.capacityKwp
    all += perKwp * own.capacityKwp
    hours.set(nth, hour)
  })
  if (all <= fitHours * own.capacityKwp) return 1
  const ratios = [...hours.values()].filter(({ others }) => others > 0).map(({ mine, others }) => mine / others)
  const fit = medianOf(ratios)
  return fit !== null && fit > 0 ? fit : 1
}

/** Ratio of the device's energy to the irradiance on the day itself, for a station without days before. */
function ratioOf(own: DeviceCurve, curves: DayCurves, isWell: IsWell): number | null {
  let bins = 0
  let made = 0
  let reference = 0
  own.madeKwh.forEach((kwh, bin) => {
    if (kwh === null || !isWell(bin)) return
    if ((curves.irradianceWm2[bin] ?? 0) < minIrradianceForRatios) return
    bins += 1
    made += kwh
    reference += own.capacityKwp * referenceHours(curves, bin)
  })
  return bins < fitBins || reference <= 0 ? null : made / reference
}
