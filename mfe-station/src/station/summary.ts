import type { DataAge, DeviceStatus, Station, StatusCounts } from '@helioport/contract'
import { type CurrencySum, incomeByCurrency } from './money.ts'

/** A sum over stations and how many of them are in it. */
interface PartialSum {
  /** Null: no station knows it. */
  value: number | null
  known: number
}

export interface StationsSummary {
  stations: number
  capacityKwp: number
  /** W now, over stations with fresh data. */
  power: PartialSum
  /** kWp in operation at the stations in `power`. */
  powerCapacityKwp: number
  energyToday: PartialSum
  /** kWh of the whole day before, over the stations that know both days. */
  energyYesterday: PartialSum
  income: CurrencySum[]
  byStatus: StatusCounts
  devices: StatusCounts
  openAlarms: number
  /** Of the newest datum of all. */
  age: DataAge
  /** Share of today's daylight that is measured, by capacity over the stations that know theirs, 0 to 1. */
  coverageToday: number | null
}

function sumOf(stations: readonly Station[], pick: (station: Station) => number | null): PartialSum {
  const values = stations.map(pick).filter((value) => value !== null)
  return { value: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0), known: values.length }
}

const noneOfEach = (): StatusCounts => ({ normal: 0, abnormal: 0, standby: 0, offline: 0 })

export const totalOf = (counts: StatusCounts): number =>
  counts.normal + counts.abnormal + counts.standby + counts.offline

/** Totals over stations. Nothing unknown is counted as zero, and money stays apart by currency. */
export function summaryOf(stations: readonly Station[]): StationsSummary {
  const byStatus = noneOfEach()
  const devices = noneOfEach()
  for (const station of stations) {
    byStatus[station.status] += 1
    for (const status of Object.keys(devices) as DeviceStatus[]) devices[status] += station.deviceCounts[status]
  }
  const producing = stations.filter((station) => station.powerW !== null)
  const [newest] = stations.toSorted((a, b) => (b.age.measuredAt ?? '').localeCompare(a.age.measuredAt ?? '', 'en'))
  const covered = stations.filter((station) => station.coverageToday !== null)
  const coveredKwp = covered.reduce((sum, station) => sum + station.capacity.inOperationKwp, 0)
  return {
    stations: stations.length,
    capacityKwp: stations.reduce((sum, station) => sum + station.capacityKwp, 0),
    power: sumOf(stations, (station) => station.powerW),
    powerCapacityKwp: producing.reduce((sum, station) => sum + station.capacity.inOperationKwp, 0),
    energyToday: sumOf(stations, (station) => station.energyTodayKwh),
    energyYesterday: sumOf(stations, (station) =>
      station.energyTodayKwh === null ? null : station.energyYesterdayKwh,
    ),
    income: incomeByCurrency(stations),
    byStatus,
    devices,
    openAlarms: stations.reduce((sum, station) => sum + (station.openAlarms ?? 0), 0),
    age: newest?.age ?? { state: 'none', measuredAt: null },
    coverageToday:
      coveredKwp > 0
        ? covered.reduce((sum, station) => sum + (station.coverageToday ?? 0) * station.capacity.inOperationKwp, 0) /
          coveredKwp
        : null,
  }
}

const urgency = ({ status, statusReason, age, ...station }: Station): number => {
  const openAlarms = station.openAlarms ?? 0
  if (status === 'abnormal') return 4
  if (status === 'offline') return 3
  if (openAlarms > 0 || statusReason === 'partlyProducing') return 2
  // Loggers sleep with their inverters: old data at night are no reason to get up.
  return statusReason !== 'night' && (age.state === 'late' || age.state === 'stale') ? 1 : 0
}

/** Stations that need a person, most urgent first; the night and a live standby are no reason. */
export function needingAttention(stations: readonly Station[]): Station[] {
  return stations
    .filter((station) => urgency(station) > 0)
    .toSorted(
      (a, b) => urgency(b) - urgency(a) || (b.openAlarms ?? 0) - (a.openAlarms ?? 0) || a.sortNumber - b.sortNumber,
    )
}

/** By today's kWh/kWp, best first; stations without a figure stand at the end. */
export function rankedByYield(stations: readonly Station[]): Station[] {
  return stations.toSorted((a, b) => (b.specificYieldToday ?? -1) - (a.specificYieldToday ?? -1))
}

/** Places by today's kWh/kWp, from 1; equal figures share a place, unknown ones have none. */
export function ranksByYield(stations: readonly Station[]): Map<string, number> {
  const known = rankedByYield(stations).filter(({ specificYieldToday }) => specificYieldToday !== null)
  const ranks = new Map<string, number>()
  let [place, value] = [0, Infinity]
  for (const [nth, { id, specificYieldToday }] of known.entries()) {
    if ((specificYieldToday ?? 0) < value) [place, value] = [nth + 1, specificYieldToday ?? 0]
    ranks.set(id, place)
  }
  return ranks
}
