import { type FiguresBin, knownAlarmCodes, lowLightAlarms, type StationDay } from '@helioport/contract'
import { addDays, localDay, localDayAt } from '@helioport/time/node'
import { findAlarms } from '../alarm/queries/alarm.ts'
import type { AlarmRow } from '../alarm/queries/alarm-row.ts'
import type { Service } from '../base/service.ts'
import { getStationDay } from '../energy/station-day.ts'
import { sumKnown } from '../figure/sum-known.ts'
import type { StationRow } from '../inventory/queries/station.ts'
import { getStationStatistics } from '../statistics/periods.ts'

/** Limit above what a station has in a day. */
const maxAlarms = 1000

/** Without alarms that weak light raises each morning and evening: they need no action. */
const toldCodes = knownAlarmCodes.filter((code) => !lowLightAlarms.has(code))

/** Energy (kWh; null: not known) of a number of days, and for how many of them it is known. */
export interface Stretch {
  energyKwh: number | null
  knownDays: number
  days: number
}

export interface StationReport {
  station: StationRow
  day: StationDay
  /** Days of the month up to and including the day. */
  bars: readonly FiguresBin[]
  month: Stretch
  dayBefore: number | null
  monthBefore: Stretch
  alarms: readonly AlarmRow[]
}

/** Figures of a station's last whole local day and of its month, with those of a year before. */
export async function readStationReport(
  service: Service,
  accountId: string,
  station: StationRow,
): Promise<StationReport> {
  const now = service.now()
  const date = addDays(localDayAt(now, station.time_zone).date, -1)
  const past = yearBefore(date)
  const { from, to } = localDay(date, station.time_zone)
  const filter = { stationId: station.id, codes: toldCodes, from, to }
  const [day, present, former, alarms] = await Promise.all([
    getStationDay(service, accountId, station.id, date),
    getStationStatistics(service, accountId, station.id, { period: 'month', date }),
    getStationStatistics(service, accountId, station.id, { period: 'month', date: past }),
    findAlarms(service.db.read, accountId, now, filter, { limit: maxAlarms, offset: 0 }),
  ])
  const bars = present.series.filter((bin) => bin.from <= date)
  const pastBars = former.series.filter((bin) => bin.from <= past)
  return {
    station,
    day,
    bars,
    month: stretchOf(bars),
    dayBefore: pastBars.find((bin) => bin.from === past)?.energyKwh ?? null,
    monthBefore: stretchOf(pastBars),
    alarms: alarms.rows,
  }
}

/** The same day of the year before; for 29 February, the 28th. */
export function yearBefore(date: string): string {
  const year = String(Number(date.slice(0, 4)) - 1)
  return date.endsWith('-02-29') ? `${year}-02-28` : `${year}${date.slice(4)}`
}

const stretchOf = (bins: readonly FiguresBin[]): Stretch => ({
  energyKwh: sumKnown(bins.map(({ energyKwh }) => energyKwh)),
  knownDays: bins.filter(({ energyKwh }) => energyKwh !== null).length,
  days: bins.length,
})
