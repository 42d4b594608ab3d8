import { DayBook, type LocalDay } from '@helioport/time/node'
import type { TemperatureSum } from '../../database/sum-columns.ts'
import type { DaySensorSample } from '../../telemetry/queries/sample.ts'
import { binMs, type Curve, quartersOf } from '../../figure/day-grid.ts'
import { type DaySums, deviceSums, setPeak, stationSums } from './day-sums.ts'
import { type AnalysedDevice, type DeviceBins, deviceBins } from './device-bins.ts'
import { type StationCurve, stationCurve } from './device-curve.ts'
import type { StreamIntervals } from '../../figure/interval.ts'
import { lossesOf, type LossSums } from './loss-sums.ts'
import { findOutages } from './outage.ts'
import { irradiationOf } from '../../figure/irradiation.ts'
import { type SensorCurves, sensorCurves } from './sensor-curves.ts'
import { isDue, stationRatio } from './station-ratio.ts'
import { sumKnown } from '../../figure/sum-known.ts'
import { daylightOf, type Place } from '../../figure/sun.ts'

export interface AnalysedStation extends Place {
  timeZone: string
  /** 1/degC, negative. */
  temperatureCoefficient: number
  usualRatio: number | null
}

/** Everything that `analyseDay` has to know of one local day of a station. */
export interface DayFacts {
  station: AnalysedStation
  devices: AnalysedDevice[]
  sensors: DaySensorSample[]
  /** False: frames of the day were dropped after their time, so that its figures are those that were stored. */
  isWhole: boolean
}

export interface DayAnalysis {
  devices: { no: number; sums: DaySums }[]
  station: DaySums & LossSums & { irradiation_kwh_m2: number | null } & Record<TemperatureSum, number | null>
  /** Mean power of each quarter of an hour from local midnight, W. */
  quarterW: Curve
  /** The same of each 5 minutes. */
  powerW: Curve
  /** Share of the capacity that was heard of; see stationCurve. */
  coverage: Curve
  bins: DeviceBins[]
  sensors: SensorCurves
  /** `usualRatio` was needed. */
  leans: boolean
}

/**
 * Everything that one local day of a station says beyond its energy, from raw frames alone: the order in which they
 * arrived does not matter. The same curves and sums serve the page of the day and its exports, and, stored, every
 * longer stretch.
 */
export function analyseDay({ station, devices, sensors: readings }: DayFacts, day: LocalDay, now: number): DayAnalysis {
  const sensors = sensorCurves(day, readings, usualOf(devices))
  const book = new DayBook(station.timeZone)
  const bins = devices.map((device) => deviceBins(device, day, station, sensors.irradianceWm2, book))
  const outages = findOutages(bins, sensors.irradianceWm2)
  const whole = daylightOf(day, station)
  const light = whole && whole.from < now ? { from: whole.from, to: Math.min(whole.to, now) } : null
  const sums = bins.map((device, nth) => ({
    no: device.device.no,
    sums: deviceSums(device, outages[nth] ?? { bins: [], siblingKwh: [] }, sensors, day, light),
  }))
  const parts = sums.map((own, nth) => ({ sums: own.sums, kwp: bins[nth]?.device.capacityKwp ?? 0 }))
  const all = { ...stationSums(parts), ...stationRatio(bins, sensors, day, now) }
  const { powerW, coverage } = powerOf(bins, day, now)
  setPeak(all, day, powerW)
  const { temperatureCoefficient, usualRatio } = station
  const isLight = (bin: number) => {
    const from = day.from + bin * binMs
    return light !== null && from >= light.from && from + binMs <= light.to
  }
  const isSilent = (device: DeviceBins, bin: number) => isDue(device, bin, day, now)
  const losses = lossesOf({ devices: bins, outages, sensors, temperatureCoefficient, usualRatio, isLight, isSilent })
  const temperatures = {
    ...warmth('ambient', sensors.ambientC, isLight),
    ...warmth('module', sensors.moduleC, isLight),
  }
  return {
    devices: sums,
    station: { ...all, ...losses.sums, irradiation_kwh_m2: irradiationOf(sensors.irradianceWm2), ...temperatures },
    quarterW: quartersOf(powerW),
    powerW,
    coverage,
    bins,
    sensors,
    leans: losses.leans,
  }
}

/** The interval of a station's devices, ms: that of most of them. */
export function usualOf(devices: readonly { intervals: StreamIntervals }[]): number {
  const sorted = devices.map(({ intervals }) => intervals.usualMs).toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? binMs
}

function powerOf(bins: readonly DeviceBins[], day: LocalDay, now: number): StationCurve {
  const isHeardOf = bins.some(({ device }) => device.samples.length > 0)
  const expected = bins.filter(({ since, until }) => isHeardOf && since < until)
  const devices = expected.map(({ device, powerW, asleep, since, until }) => ({
    powerW,
    asleep,
    intervalMs: device.intervals.lastMs,
    capacityKwp: device.capacityKwp,
    from: day.from + since * binMs,
    to: day.from + until * binMs,
  }))
  return stationCurve(day, devices, now)
}

/** Degrees summed over the daylight bins in which they are known. */
function warmth<K extends 'ambient' | 'module'>(of: K, curve: Curve, isLight: (bin: number) => boolean) {
  const known = curve.filter((value, bin) => value !== null && isLight(bin))
  const [sum, bins] = known.length === 0 ? [null, null] : [sumKnown(known), known.length]
  return { [`${of}_c_sum`]: sum, [`${of}_bins`]: bins } as Record<`${K}_c_sum` | `${K}_bins`, number | null>
}
