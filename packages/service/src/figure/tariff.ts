import type { TariffBand } from '@helioport/contract'
import { type LocalDay, minuteOfDay } from '@helioport/time/node'

/** What `rateAt` needs of a rate: from when, the basic rate per kWh, and its times of use. */
export interface Rate {
  /** Local day of the station. */
  from_date: string
  /** Per kWh, outside the bands. */
  rate: number
  bands: TariffBand[]
}

const quarterMs = 15 * 60_000
const dayMs = 24 * 3_600_000

/**
 * The rate that holds on a local day: the newest one that began by then. Before the first one the first holds, since
 * a station has history that is older than its first entry. Null: there is none at all.
 */
export function rateAt<R extends Rate>(rates: readonly R[], date: string): R | null {
  let holds: R | null = null
  let first: R | null = null
  for (const rate of rates) {
    if (!first || rate.from_date < first.from_date) first = rate
    if (rate.from_date <= date && (!holds || rate.from_date > holds.from_date)) holds = rate
  }
  return holds ?? first
}

/**
 * Income of one local day in the station's currency: the energy of each time of use times its rate. How much of the
 * day's energy falls into which quarter of an hour is told by the mean power of the quarters (`quarterW`, from local
 * midnight, W), over a gap by a line between its ends: the counter went on meanwhile. Without them all of it has the
 * basic rate. Null: the energy is unknown, or there is no rate.
 */
export function incomeOf(
  rates: readonly Rate[],
  day: LocalDay,
  timeZone: string,
  energyKwh: number | null,
  quarterW: readonly (number | null)[],
): number | null {
  const tariff = rateAt(rates, day.date)
  if (energyKwh === null || !tariff) return null
  if (tariff.bands.length === 0) return energyKwh * tariff.rate
  const weights = bridged(quarterW)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return energyKwh * tariff.rate
  const weekday = weekdayOf(day.date)
  const paid = weights.reduce((total, weight, quarter) => {
    if (weight === 0) return total
    const from = day.from + quarter * quarterMs
    const minute = day.to - day.from === dayMs ? quarter * 15 : minuteOfDay(from, timeZone)
    return total + weight * rateOf(tariff, weekday, minute)
  }, 0)
  return (energyKwh * paid) / sum
}

/** Powers (W) with a line over their gaps; what was used is none. */
export function bridged(quarterW: readonly (number | null)[]): number[] {
  const weights = quarterW.map((power) => Math.max(0, power ?? 0))
  let last = -1
  quarterW.forEach((power, quarter) => {
    if (power === null) return
    const [from = 0, to = 0] = [weights[last], weights[quarter]]
    for (let gap = last < 0 ? quarter : last + 1; gap < quarter; gap += 1) {
      weights[gap] = from + ((to - from) * (gap - last)) / (quarter - last)
    }
    last = quarter
  })
  return weights
}

/** What a kWh of the local day brings at an instant of it, in the station's currency; null: there is no rate. */
export function priceOn(rates: readonly Rate[], day: LocalDay, timeZone: string): (at: number) => number | null {
  const tariff = rateAt(rates, day.date)
  if (!tariff) return () => null
  if (tariff.bands.length === 0) return () => tariff.rate
  const weekday = weekdayOf(day.date)
  return (at) => rateOf(tariff, weekday, minuteOfDay(at, timeZone))
}

/** 1 Monday to 7 Sunday. */
function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

function rateOf({ rate, bands }: Rate, weekday: number, minute: number): number {
  const band = bands.find(
    ({ days, from, to }) => days.includes(weekday) && minute >= minutesOf(from) && minute < minutesOf(to),
  )
  return band?.rate ?? rate
}

/** `07:15` → 435. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** True when two times of use claim the same minute of a weekday, or one ends before it begins. */
export function bandsClash(bands: readonly TariffBand[]): boolean {
  return bands.some(
    (band, index) =>
      minutesOf(band.from) >= minutesOf(band.to) ||
      bands
        .slice(0, index)
        .some(
          (other) =>
            other.days.some((day) => band.days.includes(day)) &&
            minutesOf(other.from) < minutesOf(band.to) &&
            minutesOf(band.from) < minutesOf(other.to),
        ),
  )
}
