import type { FileZone, HeldRow, Loss, LossReason, MeasuredPlant, SumRow } from '@helioport/import'
import { daySums, lossReasons, sourceRows } from '@helioport/import'
import { DayBook, iso } from '@helioport/time/node'
import { energyOf, isMeasured } from './frames.ts'
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
  /** Null: no energy was measured, by counter or as AC power. */
  energyKwh: number | null
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
  /** The zone of each file's times, and what named it. */
  zones: FileZone[]
  /** The files' own sums per local day of the station. */
  days: ReportedDay[]
}

export const nothingSent: Sent = { accepted: 0, duplicates: 0, refused: 0, reasons: {} }

/** Number of rows with rejected content, and of samples that the service refused. */
export const lostRows = ({ rejected, sent }: ImportReport): number =>
  lossReasons.reduce((sum, reason) => sum + rejected[reason], sent.refused)

export function reportOf(map: PlantMap, plant: MeasuredPlant, stationId: string | null, sent: Sent): ImportReport {
  const { rows, intervalMs, records, repeated, sums, lost, losses, zones } = plant
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
    zones,
    days: daysOf(map, plant),
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

interface DayOfFiles {
  energyKwh: number | null
  irradiationKwhM2: number
  sensor: boolean
}

function daysOf(map: PlantMap, plant: MeasuredPlant): ReportedDay[] {
  const book = new DayBook(map.station.timeZone)
  const days = new Map<string, DayOfFiles>()
  const dayOf = (date: string) => {
    const day = days.get(date) ?? { energyKwh: null, irradiationKwhM2: 0, sensor: false }
    days.set(date, day)
    return day
  }
  const dayAt = (at: number, holdMs: number) => dayOf(book.at(map.time.stamp === 'end' ? at - holdMs : at).date)
  for (const row of plant.rows) {
    for (const [i, device] of map.devices.entries()) {
      const hold = row.holds[i]
      if (!hold) continue
      const day = dayAt(row.at, hold.ms)
      if (isMeasured(device))
        day.energyKwh = (day.energyKwh ?? 0) + Math.max(energyOf(row.devices[i] ?? {}, hold.ms), 0)
    }
    const { irradianceWm2 } = row.sensors
    if (!row.sensorHold || irradianceWm2 === undefined) continue
    const day = dayAt(row.at, row.sensorHold.ms)
    day.irradiationKwhM2 += (irradianceWm2 * row.sensorHold.ms) / 3.6e9
    day.sensor = true
  }
  for (const { date, kwh } of countedDays(map, plant)) {
    if (kwh !== null) dayOf(date).energyKwh = (dayOf(date).energyKwh ?? 0) + kwh
  }
  return [...days].map(([date, { energyKwh, irradiationKwhM2, sensor }]) => ({
    date,
    energyKwh,
    irradiationKwhM2: sensor ? irradiationKwhM2 : null,
    performanceRatio:
      energyKwh !== null && irradiationKwhM2 > 0.05 ? energyKwh / (map.station.capacityKwp * irradiationKwhM2) : null,
  }))
}

/** Sums of the devices with a counter in the files. */
function countedDays(map: PlantMap, plant: MeasuredPlant) {
  const counted = new Set(
    map.devices.flatMap((device) => ((device.energyTotal ?? device.energyToday) ? [device.serial] : [])),
  )
  if (counted.size === 0) return []
  const sources = sourceRows(plant, { ...map, deviceIds: map.devices.map(({ serial }) => serial) })
  return daySums(
    sources.filter(({ deviceId }) => deviceId !== null && counted.has(deviceId)),
    map.station.timeZone,
  )
}
