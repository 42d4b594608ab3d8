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
import { type SensorFault, sensorFaultsOf, withoutFaults } from './sensor-faults.ts'
import type { AcceptedStretch } from '../../telemetry/queries/accepted-value.ts'
import { type SensorCurves, sensorCurves } from './sensor-curves.ts'
import { isDue, stationRatio } from './station-ratio.ts'
import { StepShares } from './step-shares.ts'
import { sumKnown } from '../../figure/sum-known.ts'
import { daylightOf, type Place } from '../../figure/sun.ts'

export interface AnalysedStation extends Place {
  timeZone: string
  /** 1/degC, negative. */
  temperatureCoefficient: number
  usualRatio: number | null
}

/** Everything that `analyseDay` needs of one local day of a station. */
export interface DayFacts {
  station: AnalysedStation
  devices: AnalysedDevice[]
  sensors: DaySensorSample[]
  /** Sensor faults that people have accepted as true values. */
  accepted: AcceptedStretch[]
  /** Faults of the same sensors that other stations prove. */
  elsewhere: SensorFault[]
}

export interface DayAnalysis {
  devices: { no: number; sums: DaySums }[]
  station: DaySums & LossSums & { irradiation_kwh_m2: number | null } & Record<TemperatureSum, number | null>
  /** Means of each quarter of an hour from local midnight. */
  quarters: Record<'quarter_w' | 'quarter_irradiance_wm2' | 'quarter_ambient_c' | 'quarter_module_c', Curve>
  /** Mean power of each 5 minutes, W. */
  powerW: Curve
  /** Share of the capacity whose power is known, and whose energy; see stationCurve. */
  coverage: Curve
  told: Curve
  bins: DeviceBins[]
  sensors: SensorCurves
  /** Faults whose values are left out everywhere. */
  faults: SensorFault[]
  /** Faults that the power of this station proves, accepted or not. */
  proved: SensorFault[]
  /** `usualRatio` was needed. */
  leans: boolean
}

/**
 * Analysis of one local day of a station beyond its energy, computed from raw frames alone: their order of arrival does
 * not matter. The page of the day and its exports use the same curves and sums; stored, they serve all longer periods.
 */
export function analyseDay(facts: DayFacts, day: LocalDay, now: number): DayAnalysis {
  const { station, devices } = facts
  const shares = new StepShares(new DayBook(station.timeZone), station)
  const bins = devices.map((device) => deviceBins(device, day, station, shares))
  const { sensors, faults, proved } = plausibleSensors(facts, bins, day)
  const outages = findOutages(bins, sensors.irradianceWm2)
  const whole = daylightOf(day, station)
  const light = whole && whole.from < now ? { from: whole.from, to: Math.min(whole.to, now) } : null
  const sums = bins.map((device, nth) => ({
    no: device.device.no,
    sums: deviceSums(device, outages[nth] ?? { bins: [], siblingKwh: [] }, sensors, day, light),
  }))
  const parts = sums.map((own, nth) => ({ sums: own.sums, kwp: bins[nth]?.device.capacityKwp ?? 0 }))
  const all = { ...stationSums(parts), ...stationRatio(bins, sensors, day, now) }
  const { powerW, coverage, told } = powerOf(bins, day, now)
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
    quarters: {
      quarter_w: quartersOf(powerW),
      quarter_irradiance_wm2: quartersOf(sensors.irradianceWm2),
      quarter_ambient_c: quartersOf(sensors.ambientC),
      quarter_module_c: quartersOf(sensors.moduleC),
    },
    powerW,
    coverage,
    told,
    bins,
    sensors,
    faults,
    proved,
    leans: losses.leans,
  }
}

/** The day's sensor values, without those that the station's power proves wrong. */
export function plausibleSensors(facts: DayFacts, bins: readonly DeviceBins[], day: LocalDay) {
  const { devices, sensors, accepted, elsewhere } = facts
  const own = sensors.filter(({ at }) => at >= day.from && at < day.to)
  const powerShare = powerShareOf(bins)
  const proved = sensorFaultsOf(day, own, powerShare)
  const found = elsewhere.length === 0 ? proved : sensorFaultsOf(day, own, powerShare, elsewhere)
  const { readings, faults } = withoutFaults(sensors, found, accepted)
  return { sensors: sensorCurves(day, readings, usualOf(devices)), faults, proved }
}

/** Power per capacity of the devices with known power in each bin. */
function powerShareOf(bins: readonly DeviceBins[]): Curve {
  return (bins[0]?.powerW ?? []).map((_, bin) => {
    const known = bins.flatMap(({ powerW, device }) => {
      const power = powerW[bin] ?? null
      return power === null ? [] : [{ power, capacityW: device.capacityKwp * 1000 }]
    })
    const capacityW = known.reduce((sum, each) => sum + each.capacityW, 0)
    return capacityW === 0 ? null : known.reduce((sum, { power }) => sum + power, 0) / capacityW
  })
}

/** Usual interval of a station's devices, ms: the median. */
function usualOf(devices: readonly { intervals: StreamIntervals }[]): number {
  const sorted = devices.map(({ intervals }) => intervals.usualMs).toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? binMs
}

function powerOf(bins: readonly DeviceBins[], day: LocalDay, now: number): StationCurve {
  const isHeardOf = bins.some(({ device }) => device.telling.length > 0)
  const expected = bins.filter(({ since, until }) => isHeardOf && since < until)
  const devices = expected.map(({ device, powerW, asleep, told, since, until }) => ({
    powerW,
    asleep,
    told,
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
