import type { LocalDay } from '@helioport/time/node'
import { binSums } from '../../database/sum-columns.ts'
import type { Transaction } from '../../database/session.ts'
import type { DaySensorSample } from '../../telemetry/queries/sample.ts'
import { analyseDay, type DayFacts } from '../day/analyse-day.ts'
import { quarterMs } from '../day/day-energy.ts'
import { type DaySums, noSums, stationSums } from '../day/day-sums.ts'
import { lossesWith } from './kept-losses.ts'
import { type DeviceDayRow, findDeviceDays } from '../queries/day.ts'
import { saveDeviceSums, saveStationSums } from '../queries/day-analysis.ts'
import type { KeptDayRow } from '../queries/kept-day.ts'
import { binMs, type Curve, expanded, peakOf, quartersOf } from '../../figure/day-grid.ts'

interface Money {
  income: number | null
  co2_kg: number | null
}

/**
 * A day of a station whose samples are dropped. Devices without stored data may have sent their day since: it is
 * computed from their frames, with the stored light, and added to the sums and losses of the others. Stored data of a
 * device is never computed anew.
 */
export async function analyseKeptDay(
  tx: Transaction,
  stationId: string,
  facts: DayFacts,
  day: LocalDay,
  { kept, rollUps, money, now }: { kept: KeptDayRow; rollUps: readonly DeviceDayRow[]; money: Money; now: number },
): Promise<void> {
  const fresh = new Set(rollUps.filter((row) => !row.is_kept && row.samples > 0).map((row) => row.device_no))
  if (fresh.size === 0) {
    await saveStationSums(tx, stationId, day.date, money, { isFinal: true })
    return
  }
  const devices = facts.devices.filter(({ no }) => fresh.has(no))
  const analysis = analyseDay({ ...facts, devices, sensors: storedSensors(kept, day) }, day, now)
  await saveDeviceSums(tx, stationId, day.date, analysis.devices)
  const rows = await findDeviceDays(tx, [{ stationId, date: day.date }])
  const kwpOf = new Map(facts.devices.map(({ no, capacityKwp }) => [no, capacityKwp]))
  const sums = stationSums(rows.map((row) => ({ sums: sumsOfRow(row), kwp: kwpOf.get(row.device_no) ?? 0 })))
  const quarterW = sumOfCurves(rows.map((row) => row.quarter_w))
  const peak = peakOf(day, expanded(day, quarterW))
  const isHigher = peak !== null && peak.value > (kept.peak_power_w ?? 0)
  await saveStationSums(
    tx,
    stationId,
    day.date,
    {
      ...pick(sums, addedSums),
      ...ratioOf(rows, facts, kept, analysis.sensors.cellC),
      ...lossesWith(kept, analysis.station, madeIn(rows, kept)),
      ...money,
      ...(isHigher && { peak_power_w: peak.value, peak_at: Date.parse(peak.at) }),
    },
    // The kept devices have no 5-minute means.
    { isFinal: true, quarters: { quarter_w: quarterW }, binW: [] },
  )
}

/** The station's sums to which an additional device adds. */
const addedSums = ['dc_kwh', 'producing_hours', ...binSums] as const

function pick<K extends keyof DaySums>(sums: DaySums, keys: readonly K[]): Pick<DaySums, K> {
  return Object.fromEntries(keys.map((key) => [key, sums[key]])) as Pick<DaySums, K>
}

/** Energy of the devices in bins with known irradiance, kWh; without any sensor all of it. */
function madeIn(rows: readonly DeviceDayRow[], { quarter_irradiance_wm2: sun }: KeptDayRow): number {
  const isBlind = sun.every((value) => value === null)
  return rows
    .flatMap((row) => row.quarter_kwh.filter((_, quarter) => isBlind || sun[quarter] != null))
    .reduce<number>((sum, kwh) => sum + (kwh ?? 0), 0)
}

/** Sums of the station's ratio over its quarter-hours: the coarser form of stationRatio. */
function ratioOf(rows: readonly DeviceDayRow[], facts: DayFacts, kept: KeptDayRow, cellC: Curve) {
  const sums = { pr_kwh: 0, pr_reference_kwh: 0, pr25_kwh: 0, pr25_reference_kwh: 0, pr25_heat_kwh: 0 }
  const kwp = facts.devices.reduce((sum, { capacityKwp }) => sum + capacityKwp, 0)
  const perQuarter = quarterMs / binMs
  kept.quarter_irradiance_wm2.forEach((sun, quarter) => {
    const known = rows.flatMap((row) => row.quarter_kwh[quarter] ?? [])
    if (sun === null || known.length === 0) return
    const energy = known.reduce((sum, kwh) => sum + kwh, 0)
    const reference = kwp * (Math.max(0, sun) / 1000) * (quarterMs / 3_600_000)
    sums.pr_kwh += energy
    sums.pr_reference_kwh += reference
    const cell = cellC[quarter * perQuarter] ?? null
    if (cell === null) return
    sums.pr25_kwh += energy
    sums.pr25_reference_kwh += reference
    sums.pr25_heat_kwh += reference * (cell - 25)
  })
  return sums
}

/** The stored quarters as readings of one logger, every 15 minutes. */
export function storedSensors(kept: KeptDayRow, day: LocalDay): DaySensorSample[] {
  const all = quartersOf(expanded(day, []))
  return all.map((_, quarter) => ({
    logger_no: 0,
    at: day.from + quarter * quarterMs,
    irradiance_wm2: kept.quarter_irradiance_wm2[quarter] ?? null,
    ambient_c: kept.quarter_ambient_c[quarter] ?? null,
    module_c: kept.quarter_module_c[quarter] ?? null,
    wind_ms: null,
  }))
}

function sumsOfRow(row: DeviceDayRow): DaySums {
  const keys = Object.keys(noSums()) as (keyof DaySums)[]
  return Object.fromEntries(keys.map((key) => [key, row[key]])) as DaySums
}

function sumOfCurves(curves: readonly (readonly (number | null)[])[]): (number | null)[] {
  const longest = curves.reduce((most, curve) => Math.max(most, curve.length), 0)
  return Array.from({ length: longest }, (_, index) => {
    const known = curves.flatMap((curve) => curve[index] ?? [])
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
  })
}
