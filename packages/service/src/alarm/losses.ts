import { type LossBasis, lossBases } from '@helioport/contract'
import { addDays, DayBook, type LocalDay } from '@helioport/time/node'
import { findAnalysedStation } from '../energy/queries/day-analysis.ts'
import { findTariffs } from '../inventory/queries/tariff.ts'
import type { Service } from '../base/service.ts'
import type { Curve } from '../figure/day-grid.ts'
import { medianOf } from '../figure/median.ts'
import { incomeOf, type Rate } from '../figure/tariff.ts'
import { type DayCurves, type PricedStation, quarterCurve, readDayCurves } from './day-curves.ts'
import { lostOn } from './lost-bins.ts'
import {
  findAlarmsToPrice,
  findQuarters,
  findTouching,
  type Losses,
  type PricedAlarm,
  updateLosses,
} from './queries/loss.ts'
import { findLack } from './weak-string.ts'

const perRun = 500
/** Of an episode that has been open for longer only its last year is priced. */
const longestMs = 366 * 24 * 3_600_000
/** Days at either end of an episode that are read from their frames; those between, from quarter-hours. */
const exactDays = 2
/** Days before an episode that tell what is usual where nothing else does. */
const usualDays = 14
/** A silence of which so much is there afterwards was late, not lost. */
const lateShare = 0.9

/** Works out what each episode cost that is due. A job; what two instances do twice is the same. */
export async function priceAlarms(service: Service): Promise<void> {
  const now = service.now()
  const due = await findAlarmsToPrice(service.db.read, now, perRun)
  for (const [stationId, alarms] of Map.groupBy(due, ({ station_id }) => station_id)) {
    const station = await findAnalysedStation(service.db.read, stationId)
    if (!station) continue
    const rates = await findTariffs(service.db.read, [stationId])
    const pricing = new Pricing(service, { ...station, id: stationId }, rates, now)
    for (const alarm of alarms) {
      const losses = await pricing.lossesOf(alarm)
      await service.db.transaction((tx) => updateLosses(tx, alarm.id, losses, now))
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

  /** Nulls: nothing to compare with. */
  async lossesOf(alarm: PricedAlarm): Promise<Losses> {
    const to = Math.max(alarm.cleared_at ?? this.#now, alarm.raised_at)
    const stretch = { from: Math.max(alarm.raised_at, to - longestMs), to }
    const days = this.#book.between(stretch.from, stretch.to)
    // What happened on the same days before and after tells when the device was well.
    const around = {
      from: Math.min(days[0]?.from ?? stretch.from, stretch.from),
      to: Math.max(days.at(-1)?.to ?? to, to),
    }
    const touching = await findTouching(this.#service.db.read, this.#station.id, around)
    const losses: Losses = { energyKwh: null, income: null, basis: null, wasLate: false, lightBins: 0, judgedBins: 0 }
    const expected: Record<LossBasis, number> = { siblings: 0, irradiance: 0, daysBefore: 0 }
    let [all, heard] = [0, 0]
    let before: Curve[] | null = null
    const lack = alarm.source === 'device' ? await findLack(this.#service.db.read, alarm) : null
    const lostWith = (curves: DayCurves, beforeKwh: Curve | null) =>
      lostOn(alarm, curves, stretch, touching, { beforeKwh, lack })
    for (const [nth, day] of days.entries()) {
      const isExact = nth < exactDays || nth >= days.length - exactDays
      const curves = await this.#curvesOf(day, isExact)
      let lost = lostWith(curves, null)
      if (lost.judged < lost.all) {
        before ??= await this.#daysBefore(alarm)
        lost = lostWith(curves, usualOf(before, curves.irradianceWm2.length))
      }
      all += lost.all
      heard += lost.heard
      losses.lightBins += lost.light
      losses.judgedBins += lost.judgedLight
      if (lost.judged === 0) continue
      for (const basis of lossBases) expected[basis] += lost.expectedKwh[basis]
      losses.energyKwh = (losses.energyKwh ?? 0) + lost.kwh
      const value = incomeOf(this.#rates, day, this.#station.time_zone, lost.kwh, lost.quarterW)
      if (value !== null) losses.income = (losses.income ?? 0) + value
    }
    if (losses.energyKwh !== null) losses.basis = lossBases.toSorted((a, b) => expected[b] - expected[a])[0] ?? null
    // What frames show of the time is known by now: the silence itself cost nothing.
    const wasLate = alarm.source === 'silence' && alarm.cleared_at !== null && all > 0 && heard >= lateShare * all
    if (wasLate) return { ...losses, energyKwh: 0, income: this.#rates.length > 0 ? 0 : null, basis: null, wasLate }
    return losses
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

/** Of each bin the median of what is known. */
function usualOf(curves: readonly Curve[], bins: number): Curve {
  return Array.from({ length: bins }, (_, bin) => medianOf(curves.flatMap((curve) => curve[bin] ?? [])))
}
