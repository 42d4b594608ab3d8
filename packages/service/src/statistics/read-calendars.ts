import { type DaySpan, localDayAt } from '@helioport/time/node'
import { readAll } from '../database/read-all.ts'
import type { Session } from '../database/session.ts'
import { stationCapacity } from '../figure/capacity.ts'
import type { Place } from '../figure/sun.ts'
import { findCapacitySpans } from '../inventory/queries/capacity.ts'
import { begunDays, type Calendar, missingIn, type MissingDays, sumMissing } from './calendar.ts'
import { findBegun, findFirstDays } from './queries/statistics.ts'

interface Located extends Place {
  id: string
  time_zone: string
  capacity_kwp: number
}

/**
 * Calendars of these stations by their id: the days on which data is expected. `isAllTime`: from the first day that was
 * measured here, else from the installation on.
 */
export async function readCalendars(
  db: Session,
  stations: readonly Located[],
  now: number,
  isAllTime: boolean,
): Promise<Map<string, Calendar>> {
  const stationIds = stations.map(({ id }) => id)
  const todays = stations.map(({ id, time_zone }) => ({ id, today: localDayAt(now, time_zone).date }))
  const [spans, begun, firstDays] = await readAll(
    db,
    () => findCapacitySpans(db, stationIds),
    () => findBegun(db, todays),
    async () => (isAllTime ? findFirstDays(db, stationIds) : new Map<string, string>()),
  )
  const spansOf = Map.groupBy(spans, (span) => span.station_id)
  return new Map(
    stations.map((place, nth) => [
      place.id,
      {
        spans: spansOf.get(place.id) ?? [],
        place,
        today: todays[nth]?.today ?? '',
        since: isAllTime ? (firstDays.get(place.id) ?? todays[nth]?.today ?? '') : null,
        hasToday: begun.has(place.id),
      },
    ]),
  )
}

type Calendars = ReadonlyMap<string, Calendar>

export function capacityIn(calendars: Calendars, station: Located, days: DaySpan, reported: ReadonlySet<number>) {
  const calendar = calendars.get(station.id)
  const begun = calendar && begunDays(calendar, days)
  return stationCapacity(calendar?.spans ?? [], station.capacity_kwp, begun ?? days, reported)
}

/** Days and bins that a stretch is missing at all of the stations. */
export function missingOf(
  calendars: Calendars,
  rows: readonly { station_id: string; days: number }[],
  days: DaySpan,
): MissingDays {
  const known = new Map<string, number>()
  for (const { station_id, days: own } of rows) known.set(station_id, (known.get(station_id) ?? 0) + own)
  return sumMissing([...calendars].map(([id, calendar]) => missingIn(calendar, days, known.get(id) ?? 0)))
}
