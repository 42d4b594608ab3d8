import type { SensorFrame } from '@helioport/contract/ingest'
import { DayBook } from '@helioport/time/node'
import type { Transaction } from '../database/session.ts'
import { findKeptDates, findKeptDeviceDays } from '../energy/queries/kept-day.ts'
import type { StationPlace } from '../inventory/queries/place.ts'
import type { OwnFrame, RejectedRow } from '../telemetry/judge-frames.ts'

/** Younger days are never kept: no month of samples is dropped that early. */
const youngestKeptMs = 36 * 3_600_000

type Places = readonly (StationPlace & { device_nos: number[] })[]

/** A row with its index in the batch. */
export interface Indexed {
  index: number
}

export interface OpenRows<D extends OwnFrame & Indexed, S extends { frame: SensorFrame } & Indexed> {
  devices: D[]
  sensors: S[]
  rejected: RejectedRow[]
}

/**
 * Separates the rows of kept days (their samples were dropped by retention): the stored figures were computed from all
 * samples, and a late row cannot be added. Days without stored figures are open, however old.
 */
export async function splitClosedDays<D extends OwnFrame & Indexed, S extends { frame: SensorFrame } & Indexed>(
  tx: Transaction,
  rows: { devices: readonly D[]; sensors: readonly S[] },
  places: Places,
  loggerStationId: string | null,
  now: number,
): Promise<OpenRows<D, S>> {
  const isYoung = (at: number) => now - at < youngestKeptMs
  const open: OpenRows<D, S> = { devices: [], sensors: [], rejected: [] }
  const placeOf = new Map(places.flatMap((place) => place.device_nos.map((no) => [no, new DayBook(place.time_zone)])))
  const old = rows.devices.flatMap((row) => {
    const book = isYoung(row.frame.at) ? undefined : placeOf.get(row.no)
    return book ? [{ row, deviceNo: row.no, date: book.at(row.frame.at).date }] : []
  })
  const closed = old.length === 0 ? new Set<string>() : await findKeptDeviceDays(tx, distinct(old))
  const shut = new Set<Indexed>(
    old.flatMap(({ row, deviceNo, date }) => (closed.has(`${deviceNo} ${date}`) ? row : [])),
  )
  const place = places.find(({ station_id }) => station_id === loggerStationId)
  const book = place && new DayBook(place.time_zone)
  const readings = book
    ? rows.sensors.flatMap((row) => (isYoung(row.frame.at) ? [] : [{ row, date: book.at(row.frame.at).date }]))
    : []
  if (place && readings.length > 0) {
    const dates = await findKeptDates(tx, place.station_id, [...new Set(readings.map(({ date }) => date))])
    for (const { row, date } of readings) if (dates.has(date)) shut.add(row)
  }
  const refuse = (list: RejectedRow['list'], { index }: Indexed) =>
    open.rejected.push({ list, index, code: 'row.dayClosed' })
  for (const row of rows.devices) {
    if (shut.has(row)) refuse('devices', row)
    else open.devices.push(row)
  }
  for (const row of rows.sensors) {
    if (shut.has(row)) refuse('sensors', row)
    else open.sensors.push(row)
  }
  return open
}

function distinct(days: readonly { deviceNo: number; date: string }[]): { deviceNo: number; date: string }[] {
  return [...new Map(days.map(({ deviceNo, date }) => [`${deviceNo} ${date}`, { deviceNo, date }])).values()]
}
