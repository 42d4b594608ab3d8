import { daylightOf } from '../figure/sun.ts'
import type { LocalDay } from '@helioport/time/node'
import type { DeviceDayRow } from '../energy/queries/day.ts'
import type { Curve } from '../figure/day-grid.ts'
import { medianOf } from '../figure/median.ts'
import type { DeviceRow } from '../inventory/queries/device.ts'
import type { DayAlarm, QuarterRow } from './queries/inverter-analysis.ts'

export const quarterMs = 15 * 60_000
/** Under this current (A) noise and offsets of the sensors are as large as what they measure. */
const leastCurrentA = 1

/** The quarters of an hour that are analysed: those with the sun up. */
export interface Daylight {
  day: LocalDay
  /** From local midnight. */
  first: number
  count: number
}

/** One inverter on the grid of the daylight, before it is compared with the others. */
export interface InverterDay {
  device: DeviceRow
  /** Capacity in operation on that day; null: the inverter was not there. */
  kwp: number | null
  energyKwh: number | null
  /** Energy of each quarter of an hour, kWh; null: not known. */
  madeKwh: Curve
  /** Mean power, W. */
  powerW: Curve
  dcPowerW: Curve
  cabinetC: Curve
  voltageV: Curve
  frequencyHz: Curve
  powerFactor: Curve
  limited: Curve
  /** Current of each string, A. */
  strings: Curve[]
  /** Median over its strings, A; null: too dark, or less than two are known. */
  medianA: Curve
  alarms: readonly DayAlarm[]
}

export function daylightQuarters(day: LocalDay, place: { latitude: number; longitude: number }): Daylight {
  const light = daylightOf(day, place) ?? { from: day.from, to: day.from }
  const first = Math.floor((light.from - day.from) / quarterMs)
  return { day, first, count: Math.ceil((light.to - day.from) / quarterMs) - first }
}

/** `stored`: the day's sums; undefined: nothing came that day. */
export function inverterDay(
  device: DeviceRow,
  kwp: number | null,
  light: Daylight,
  stored: DeviceDayRow | undefined,
  rows: readonly QuarterRow[],
  alarms: readonly DayAlarm[],
): InverterDay {
  const rowAt = new Map(rows.map((row) => [row.quarter, row]))
  // The values of a logger that sends every hour hold for the whole hour.
  const holds = Math.max(1, Math.round(((stored?.interval_s ?? 0) * 1000) / quarterMs))
  const curveOf = (value: (row: QuarterRow) => number | null): Curve =>
    gridOf(light, (quarter) => {
      for (let back = 0; back < holds; back += 1) {
        const row = rowAt.get(quarter - back)
        if (row) return value(row)
      }
      return null
    })
  const powerW = gridOf(light, (quarter) => stored?.quarter_w[quarter] ?? null)
  const strings = Array.from({ length: device.string_count }, (_, nth) =>
    curveOf((row) => row.string_current_a[nth] ?? null),
  )
  return {
    device,
    kwp,
    energyKwh: stored?.energy_kwh ?? null,
    madeKwh: gridOf(light, (quarter) => stored?.quarter_kwh[quarter] ?? kwhOf(stored?.quarter_w[quarter])),
    powerW,
    dcPowerW: curveOf((row) => row.dc_power_w),
    cabinetC: curveOf((row) => row.cabinet_c),
    voltageV: curveOf((row) => row.ac_voltage_v),
    frequencyHz: curveOf((row) => row.frequency_hz),
    powerFactor: curveOf((row) => row.power_factor),
    limited: curveOf((row) => row.limited),
    strings,
    medianA: Array.from({ length: light.count }, (_, nth) => medianCurrent(strings.map((own) => own[nth] ?? null))),
    alarms,
  }
}

const gridOf = ({ first, count }: Daylight, value: (quarter: number) => number | null): Curve =>
  Array.from({ length: count }, (_, nth) => value(first + nth))

const kwhOf = (powerW: number | null | undefined) => (powerW == null ? null : powerW / 4000)

function medianCurrent(currents: readonly (number | null)[]): number | null {
  const known = currents.filter((current) => current !== null)
  const median = known.length < 2 ? null : medianOf(known)
  return median === null || median < leastCurrentA ? null : median
}

export const sumOf = (curve: Curve): number => curve.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** Standard deviation over the mean of the values; null: fewer than `least`, or a mean of zero. */
export function dispersionOf(values: readonly number[], least: number): number | null {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  if (values.length < least || mean <= 0) return null
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return Math.sqrt(variance) / mean
}

/** Current of each string as a share of the median, over quarters with light enough to compare; null: not known. */
export function stringShares({ strings, medianA }: InverterDay): (number | null)[] {
  return strings.map((own) => {
    let [carried, median, known] = [0, 0, 0]
    own.forEach((current, quarter) => {
      const of = medianA[quarter] ?? null
      if (current === null || of === null) return
      carried += current
      median += of
      known += 1
    })
    return known < leastQuarters ? null : carried / median
  })
}

/** Least number of quarters of an hour for a conclusion. */
export const leastQuarters = 4
