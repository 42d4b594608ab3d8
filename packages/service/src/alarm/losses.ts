import { lowLightAlarms } from '@helioport/contract'
import { DayBook, type LocalDay } from '@helioport/time/node'
import { findAlarmsToPrice, findQuarters, findTouching, type PricedAlarm, updateLosses } from './queries/loss.ts'
import { findTariffs } from '../inventory/queries/tariff.ts'
import type { Service } from '../base/service.ts'
import { incomeOf, type Rate } from '../figure/tariff.ts'

const quarterMs = 15 * 60_000
const perRun = 500
/** Of an episode that has been open for longer only its last year is priced. */
const longestMs = 366 * 24 * 3_600_000

/** Works out what each episode cost that is due. A job; what two instances do twice is the same. */
export async function priceAlarms(service: Service): Promise<void> {
  const now = service.now()
  const due = await findAlarmsToPrice(service.db.read, now, perRun)
  const tariffs = Map.groupBy(
    await findTariffs(service.db.read, [...new Set(due.map(({ station_id }) => station_id))]),
    ({ station_id }) => station_id,
  )
  for (const alarm of due) {
    const losses = await lossesOf(service, alarm, tariffs.get(alarm.station_id) ?? [], now)
    await service.db.transaction((tx) => updateLosses(tx, alarm.id, losses, now))
  }
}

/**
 * What the device would have given while the alarm was there, by the mean of the station's devices without one (per
 * kWp), less what it gave; from quarter-hour means. A quarter in which the device sent nothing is not counted: a
 * missing message is no missing energy. Nulls: nobody to compare with.
 */
async function lossesOf(service: Service, alarm: PricedAlarm, rates: readonly Rate[], now: number) {
  const to = Math.max(alarm.cleared_at ?? now, alarm.raised_at)
  const stretch = { from: Math.max(alarm.raised_at, to - longestMs), to }
  const days = new DayBook(alarm.time_zone).between(stretch.from, stretch.to)
  const [touching, rows] = await Promise.all([
    findTouching(service.db.read, alarm.station_id, stretch),
    findQuarters(service.db.read, alarm.station_id, days[0]?.date ?? '', days.at(-1)?.date ?? ''),
  ])
  const alarmed = new Set(touching.flatMap(({ device_no, code }) => (lowLightAlarms.has(code) ? [] : [device_no])))
  const rowsOf = Map.groupBy(rows, ({ date }) => date)
  let energyKwh: number | null = null
  let income: number | null = null
  for (const day of days) {
    const own = rowsOf.get(day.date)?.find(({ device_no }) => device_no === alarm.device_no)
    const peers = rowsOf.get(day.date)?.filter((row) => row !== own && !alarmed.has(row.device_no)) ?? []
    const lost = own ? lostQuarters(day, stretch, own, peers) : null
    if (!lost) continue
    const kwh = lost.reduce((sum, watt) => sum + watt, 0) / 4000
    energyKwh = (energyKwh ?? 0) + kwh
    const value = incomeOf(rates, day, alarm.time_zone, kwh, lost)
    income = value === null ? income : (income ?? 0) + value
  }
  return { energyKwh, income }
}

interface Quarters {
  capacity_kwp: number
  quarter_w: readonly (number | null)[]
}

/** Missing power (W) of each quarter of the day; null: in no quarter of the stretch both sides are known. */
function lostQuarters(
  day: LocalDay,
  stretch: { from: number; to: number },
  own: Quarters,
  peers: readonly Quarters[],
): number[] | null {
  let known = false
  const lost = own.quarter_w.map((watt, quarter) => {
    const from = day.from + quarter * quarterMs
    if (watt === null || from + quarterMs <= stretch.from || from >= stretch.to) return 0
    const others = peers.flatMap((peer) => {
      const other = peer.quarter_w[quarter] ?? null
      return other === null ? [] : [{ watt: other, kwp: peer.capacity_kwp }]
    })
    if (others.length === 0) return 0
    known = true
    const perKwp = others.reduce((sum, peer) => sum + peer.watt, 0) / others.reduce((sum, peer) => sum + peer.kwp, 0)
    return Math.max(0, perKwp * own.capacity_kwp - watt)
  })
  return known ? lost : null
}
