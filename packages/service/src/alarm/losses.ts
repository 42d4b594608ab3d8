import { addDays, DayBook, type LocalDay } from '@helioport/time/node'
import { findAnalysedStation } from '../energy/queries/day-analysis.ts'
import { findTariffs } from '../inventory/queries/tariff.ts'
import type { Service } from '../base/service.ts'
import type { Curve } from '../figure/day-grid.ts'
import { medianOf } from '../figure/median.ts'
import { incomeOf, type Rate } from '../figure/tariff.ts'
import { type DayCurves, type PricedStation, quarterCurve, readDayCurves } from './day-curves.ts'
import { lossesIn, noLoss, withDay } from './loss-sum.ts'
import { lostOn } from './lost-bins.ts'
import {
  findAlarmsToPrice,
  findQuarters,
  findTouching,
  type Losses,
  type LossSum,
  type PricedAlarm,
  type SettledLoss,
  updateLosses,
} from './queries/loss.ts'
import { findLack } from './weak-string.ts'

const perRun = 500
/** Only the last year of a longer episode is priced. */
const longestMs = 366 * 24 * 3_600_000
/** Days at either end of an episode that are read from frames; the days between are read from quarter-hours. */
const exactDays = 2
/**
 * How long the settled days of an open episode are not read again; afterwards late frames of other devices count, too.
 */
const settledForMs = 24 * 3_600_000
/** Number of days before an episode that give the expectation if there is no other basis. */
const usualDays = 14
/** A silence was late data, not a loss, if later frames cover at least this share of its bins. */
const lateShare = 0.9

/** Computes the losses of each episode that is due. A job; idempotent, so two instances may do the same work. */
export async function priceAlarms(service: Service): Promise<void> {
  const now = service.now()
  const due = await findAlarmsToPrice(service.db.read, now, perRun)
  for (const [stationId, alarms] of Map.groupBy(due, ({ station_id }) => station_id)) {
    const station = await findAnalysedStation(service.db.read, stationId)
    if (!station) continue
    const rates = await findTariffs(service.db.read, [stationId])
    const pricing = new Pricing(service, { ...station, id: stationId }, rates, now)
    for (const alarm of alarms) {
      const { losses, settled } = await pricing.lossesOf(alarm)
      await service.db.transaction((tx) => updateLosses(tx, alarm.id, losses, settled, now))
    }
  }
}

/** Prices the episodes of one station; its days are read once for all of them. */
class Pricing {
  readonly #service: Service
  readonly #station: PricedStation
  readonly #rates: readonly Rate[]
  readonly #now: number
  readonly #book: DayBook
  readonly #days = new Map<string, Promise<DayCurves>>()

  constructor(service: Service, station: PricedStation, rates: readonly Rate[], now: number) {
    this.#service = service
    this.#station = station
    this.#rates = rates
    this.#now = now
    this.#book = new DayBook(station.time_zone)
  }

  /**
   * Losses of an episode; for an open one also the settled days (all but the last), which are not read again next time.
   */
  async lossesOf(alarm: PricedAlarm): Promise<{ losses: Losses; settled: SettledLoss | null }> {
    const to = Math.max(alarm.cleared_at ?? this.#now, alarm.raised_at)
    const stretch = { from: Math.max(alarm.raised_at, to - longestMs), to }
    const known = alarm.cleared_at === null ? this.#stillKnown(alarm.settled_loss) : null
    const all = this.#book.between(stretch.from, stretch.to)
    const lastExact = all.length - exactDays
    const first = known ? all.findIndex(({ date }) => date >= known.until) : 0
    const lostOf = await this.#lostOf(alarm, stretch, all.slice(first))
    let sum: LossSum = known?.sum ?? noLoss
    let settled = known
    for (const [nth, day] of all.entries()) {
      if (nth < first) continue
      if (nth === lastExact && nth > first) settled = { at: known?.at ?? this.#now, until: day.date, sum }
      const lost = await lostOf(day, nth < exactDays || nth >= lastExact)
      sum = withDay(sum, lost, incomeOf(this.#rates, day, this.#station.time_zone, lost.kwh, lost.quarterW))
    }
    const losses = lossesIn(sum)
    if (alarm.cleared_at === null) return { losses, settled }
    // The late frames give the energy of that time: the silence itself cost nothing.
    const wasLate = alarm.source === 'silence' && sum.all > 0 && sum.heard >= lateShare * sum.all
    if (!wasLate) return { losses, settled: null }
    const nothing = { energyKwh: 0, income: this.#rates.length > 0 ? 0 : null, basis: null, wasLate }
    return { losses: { ...losses, ...nothing }, settled: null }
  }

  #stillKnown(settled: SettledLoss | null): SettledLoss | null {
    return settled !== null && this.#now - settled.at < settledForMs ? settled : null
  }

  /** Returns a function that gives the episode's loss on one of these days. */
  async #lostOf(alarm: PricedAlarm, stretch: { from: number; to: number }, days: readonly LocalDay[]) {
    // Alarms on the same days, before and after the period, show when the device was well.
    const around = {
      from: Math.min(days[0]?.from ?? stretch.from, stretch.to),
      to: Math.max(days.at(-1)?.to ?? stretch.to, stretch.to),
    }
    const touching = await findTouching(this.#service.db.read, this.#station.id, around)
    const lack = alarm.source === 'device' ? await findLack(this.#service.db.read, alarm) : null
    let before: Curve[] | null = null
    return async (day: LocalDay, isExact: boolean) => {
      const curves = await this.#curvesOf(day, isExact)
      const lost = lostOn(alarm, curves, stretch, touching, { beforeKwh: null, lack })
      if (lost.judged >= lost.all) return lost
      before ??= await this.#daysBefore(alarm)
      const beforeKwh = usualOf(before, curves.irradianceWm2.length)
      return lostOn(alarm, curves, stretch, touching, { beforeKwh, lack })
    }
  }

  #curvesOf(day: LocalDay, isExact: boolean): Promise<DayCurves> {
    const key = `${day.date} ${isExact}`
    const known = this.#days.get(key)
    if (known) return known
    const curves = readDayCurves(this.#service.db.read, this.#station, this.#book, day, isExact)
    this.#days.set(key, curves)
    return curves
  }

  async #daysBefore(alarm: PricedAlarm): Promise<Curve[]> {
    const { date } = this.#book.at(alarm.raised_at)
    const rows = await findQuarters(
      this.#service.db.read,
      this.#station.id,
      addDays(date, -usualDays),
      addDays(date, -1),
    )
    return rows
      .filter((row) => row.device_no === alarm.device_no)
      .map((row) => quarterCurve(row, this.#book.of(row.date)).madeKwh)
  }
}

/** Median of the known values of each bin. */
function usualOf(curves: readonly Curve[], bins: number): Curve {
  return Array.from({ length: bins }, (_, bin) => medianOf(curves.flatMap((curve) => curve[bin] ?? [])))
}
