import type { TariffBand } from '@helioport/contract'
import { type LocalDay, minuteOfDay } from '@helioport/time/node'

/** A rate: its first day, the basic rate per kWh, and its times of use. */
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
 * The rate of a local day: the newest rate that began by then. Before the first rate the first one applies, because a
 * station may have older history. Null: no rates.
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
 * Income of one local day in the station's currency: the energy of each time of use times its rate. The day's energy is
 * distributed over the quarter-hours by their mean power (`quarterW`, from local midnight, W), interpolated linearly
 * over gaps, because the counter went on meanwhile. Without quarters all energy has the basic rate. Null: the energy is
 * unknown, or there is no rate.
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

/** Powers (W), interpolated linearly over gaps; consumption (negative) counts as 0. */
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

/** Price of a kWh at an instant of the local day, in the station's currency; null: no rate. */
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

/** True when two times of use overlap on a weekday, or one does not end after it begins. */
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
