import { addDays, dayAt, isDay } from '@helioport/time'

/** Which day the charts show, and why. Days are `YYYY-MM-DD` in the plant's zone. */
export interface ShownDay {
  /** Undefined: the plant's today, resolved by the service, so that the page moves on at midnight. */
  asked: string | undefined
  /** Undefined: the plant's zone is not known yet. */
  date: string | undefined
  today: string | undefined
  isToday: boolean
  /** The page opened the last day with data because the plant has no data of today. */
  isLastWithData: boolean
  previous: string | undefined
  /** Undefined on the plant's today: the future has no data. */
  next: string | undefined
  lastWithData: string | undefined
}

export interface Plant {
  timeZone: string
  /** Instant of its newest datum, ISO; null: never seen. */
  measuredAt: string | null
}

/** `fromUrl` is the `date` of the URL's query. Future days and dates that do not exist are ignored. */
export function shownDayOf(fromUrl: string | null, plant: Plant | undefined, now: number): ShownDay {
  const today = plant && dayAt(now, plant.timeZone)
  const lastWithData = plant?.measuredAt ? dayAt(Date.parse(plant.measuredAt), plant.timeZone) : undefined
  const wanted = fromUrl !== null && isDay(fromUrl) && (today === undefined || fromUrl <= today) ? fromUrl : undefined
  const isHistory = today !== undefined && lastWithData !== undefined && lastWithData < today
  const fallback = isHistory ? lastWithData : undefined
  const date = wanted ?? fallback ?? today
  const isToday = date !== undefined && date === today
  return {
    asked: isToday ? undefined : (wanted ?? fallback),
    date,
    today,
    isToday,
    isLastWithData: wanted === undefined && isHistory,
    previous: date && addDays(date, -1),
    next: date !== undefined && today !== undefined && date < today ? addDays(date, 1) : undefined,
    lastWithData,
  }
}
