import type { AlarmCode, LossBasis } from '@helioport/contract'
import { query, type Session, type Transaction } from '../../database/session.ts'
import type { AlarmSource } from './frames.ts'

/** An episode of some device of the station; times in epoch ms, null while it is open. */
export interface Touching {
  id: string
  device_no: number
  code: AlarmCode
  source: AlarmSource
  raised_at: number
  cleared_at: number | null
  /** It repeats what another alarm tells, and is not priced (see echoStrings). */
  is_echo: boolean
}

/** The episode that is priced, with the facts of its device that pricing needs. */
export interface PricedEpisode {
  id: string
  device_no: number
  code: AlarmCode
  source: AlarmSource
  string_no: number
  mppt_no: number
  capacity_kwp: number
  rated_power_w: number
  string_count: number
}

export interface PricedAlarm extends PricedEpisode {
  station_id: string
  raised_at: number
  cleared_at: number | null
  /** Null: all of its days have to be priced. */
  settled_loss: SettledLoss | null
}

/** Sums over the days of an episode. */
export interface LossSum {
  /** Nulls: nothing to compare with. */
  energyKwh: number | null
  income: number | null
  expectedKwh: Record<LossBasis, number>
  /** Bins of the stretch, and those with frames. */
  all: number
  heard: number
  /** Bins of daylight, and those of them that could be judged. */
  light: number
  judgedLight: number
}

/** Sums of an open episode's days before the local day `until`, as worked out at the instant `at`, epoch ms. */
export interface SettledLoss {
  at: number
  until: string
  sum: LossSum
}

/** What an episode cost; nulls: nothing to compare with. */
export interface Losses {
  energyKwh: number | null
  income: number | null
  basis: LossBasis | null
  /** Of a silence: the missing frames came later. */
  wasLate: boolean
  /** Bins of daylight, and those of them that could be judged. */
  lightBins: number
  judgedBins: number
}

const hourMs = 3_600_000

/**
 * Episodes whose losses are due: changed ones; open ones every quarter of an hour, on top of their settled days;
 * closed ones once more a day later, since late frames of other devices count, too.
 */
export async function findAlarmsToPrice(db: Session, now: number, limit: number): Promise<PricedAlarm[]> {
  const { rows } = await query<PricedAlarm>(
    db,
    `select alarm.id, alarm.device_no, code, alarm.source, string_no, mppt_no, device.station_id, raised_at, cleared_at,
       capacity_kwp, rated_power_w, string_count, case when losses_at is not null then settled_loss end as settled_loss
     from alarm join device on device.no = alarm.device_no
     where device.station_id is not null and not is_echo and (losses_at is null
       or cleared_at is null and losses_at <= $2
       or cleared_at is not null and losses_at < cleared_at + interval '1 day' and losses_at <= $3)
     order by losses_at nulls first, alarm.id limit $1`,
    [limit, new Date(now - hourMs / 4), new Date(now - 24 * hourMs)],
  )
  return rows
}

/** Episodes at the station in the stretch: meanwhile their devices are no siblings to compare with. */
export async function findTouching(
  db: Session,
  stationId: string,
  stretch: { from: number; to: number },
): Promise<Touching[]> {
  const { rows } = await query<Touching>(
    db,
    `select alarm.id, device_no, code, source, raised_at, cleared_at, is_echo from alarm join device on device.no = alarm.device_no
     where device.station_id = $1 and raised_at <= $3 and coalesce(cleared_at, 'infinity') >= $2`,
    [stationId, new Date(stretch.from), new Date(stretch.to)],
  )
  return rows
}

/** Quarter-hour means (W) of the station's devices on these days, with the devices' capacity. */
export async function findQuarters(db: Session, stationId: string, from: string, to: string) {
  const { rows } = await query<{
    device_no: number
    date: string
    capacity_kwp: number
    quarter_w: (number | null)[]
  }>(
    db,
    `select device_no, date, capacity_kwp, quarter_w
     from device_day join device on device.no = device_day.device_no
     where device_day.station_id = $1 and date between $2 and $3`,
    [stationId, from, to],
  )
  return rows
}

export async function updateLosses(
  tx: Transaction,
  id: string,
  losses: Losses,
  settled: SettledLoss | null,
  now: number,
): Promise<void> {
  await query(
    tx,
    `update alarm set lost_energy_kwh = $2, lost_income = $3, losses_at = $4, loss_basis = $5, was_late = $6,
       light_bins = $7, judged_bins = $8, settled_loss = $9
     where id = $1`,
    [
      id,
      losses.energyKwh,
      losses.income,
      new Date(now),
      losses.basis,
      losses.wasLate,
      losses.lightBins,
      losses.judgedBins,
      settled === null ? null : JSON.stringify(settled),
    ],
  )
}
