import type { HeldRow, Loss, LossReason, MeasuredPlant, SumRow } from '@helioport/import'
import { lossReasons } from '@helioport/import'
import { DayBook, iso } from '@helioport/time/node'
import { energyOf } from './frames.ts'
import type { PlantMap } from './plant-map.ts'

export interface Gap {
  /** First and last missing time, ISO. */
  from: string
  to: string
  /** Number of missing rows. */
  count: number
}

export interface ReportedDay {
  date: string
  energyKwh: number
  irradiationKwhM2: number | null
  /** Energy divided by (capacity times irradiation). */
  performanceRatio: number | null
}

/** Samples of one run; `duplicates` were already in the portal. `reasons`: number of refusals per reason. */
export interface Sent {
  accepted: number
  duplicates: number
  refused: number
  reasons: Record<string, number>
}

export interface ImportReport {
  station: string
  /** Null: nothing was imported. */
  stationId: string | null
  /** Rows of the files, including rejected ones. */
  rows: number
  from: string | null
  to: string | null
  /** Most frequent interval of rows, minutes. */
  intervalMinutes: number
  gaps: Gap[]
  /** Rows with rejected content, by reason; and the first of them by file and line. */
  rejected: Record<LossReason, number>
  losses: Loss[]
  /** Lines that are sums of other lines: they are left out without loss. */
  sums: SumRow[]
  /** Repeated rows with identical values. */
  repeated: number
  sent: Sent
  /** The files' own sums per local day of the station. */
  days: ReportedDay[]
}

export const nothingSent: Sent = { accepted: 0, duplicates: 0, refused: 0, reasons: {} }

/** Number of rows with rejected content, and of samples that the service refused. */
export const lostRows = ({ rejected, sent }: ImportReport): number =>
  lossReasons.reduce((sum, reason) => sum + rejected[reason], sent.refused)

export function reportOf(map: PlantMap, plant: MeasuredPlant, stationId: string | null, sent: Sent): ImportReport {
  const { rows, intervalMs, records, repeated, sums, lost, losses } = plant
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    station: map.station.name,
    stationId,
    rows: records,
    from: first ? iso(first.at) : null,
    to: last ? iso(last.at) : null,
    intervalMinutes: intervalMs / 60_000,
    gaps: gapsOf(rows, intervalMs),
    rejected: lost,
    losses,
    repeated,
    sums,
    sent,
    days: daysOf(map, rows),
  }
}

/** Gaps: distances to the former row that exceed the interval that row covers. */
function gapsOf(rows: readonly HeldRow[], intervalMs: number): Gap[] {
  return rows.flatMap((row, i) => {
    const former = rows[i - 1]
    if (!former) return []
    const holds = [...former.holds, former.sensorHold].flatMap((hold) => (hold ? [hold.ms] : []))
    const own = Math.max(intervalMs, ...holds)
    const missing = Math.round((row.at - former.at) / own) - 1
    if (missing <= 0) return []
    return [{ from: iso(former.at + own), to: iso(former.at + missing * own), count: missing }]
  })
}

function daysOf(map: PlantMap, rows: readonly HeldRow[]): ReportedDay[] {
  const book = new DayBook(map.station.timeZone)
  const days = new Map<string, { energyKwh: number; irradiationKwhM2: number; sensor: boolean }>()
  const dayOf = (at: number, holdMs: number) => {
    const { date } = book.at(map.time.stamp === 'end' ? at - holdMs : at)
    const day = days.get(date) ?? { energyKwh: 0, irradiationKwhM2: 0, sensor: false }
    days.set(date, day)
    return day
  }
  for (const row of rows) {
    for (const [i, hold] of row.holds.entries()) {
      if (hold) dayOf(row.at, hold.ms).energyKwh += Math.max(energyOf(row.devices[i] ?? {}, hold.ms), 0)
    }
    const { irradianceWm2 } = row.sensors
    if (!row.sensorHold || irradianceWm2 === undefined) continue
    const day = dayOf(row.at, row.sensorHold.ms)
    day.irradiationKwhM2 += (irradianceWm2 * row.sensorHold.ms) / 3.6e9
    day.sensor = true
  }
  return [...days].map(([date, { energyKwh, irradiationKwhM2, sensor }]) => ({
    date,
    energyKwh,
    irradiationKwhM2: sensor ? irradiationKwhM2 : null,
    performanceRatio: irradiationKwhM2 > 0.05 ? energyKwh / (map.station.capacityKwp * irradiationKwhM2) : null,
  }))
}
