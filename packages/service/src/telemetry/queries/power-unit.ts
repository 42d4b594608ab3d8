import { query, type Session, type Transaction } from '../../database/session.ts'

/** Findings around a day about the unit of a device's power. */
export interface KnownUnit {
  device_no: number
  /** Last instant up to the day's end, and first one after it, at which power was kept aside for its unit; epoch ms. */
  before: number | null
  after: number | null
  /** First and last instant of the day with power a thousand times too great; epoch ms. */
  great_from: number | null
  great_to: number | null
  /** All power that was kept aside beside the day is in whole numbers. */
  is_whole: boolean
  /** A person accepted such power as true. */
  is_accepted: boolean
}

/** How far from a day findings and a person's acceptance still apply to it, in days. */
const besideDays = 14
const acceptedDays = 30

/**
 * `limitW`: power above which a device must be sending watts. Findings beyond a day on which it did so are not used.
 */
export async function findKnownUnits(
  db: Session,
  devices: readonly { no: number; limitW: number; ratedW: number }[],
  day: { date: string; from: number; to: number },
): Promise<KnownUnit[]> {
  const { rows } = await query<KnownUnit>(
    db,
    `with own as (select * from unnest($1::integer[], $2::real[], $3::real[]) as own (device_no, limit_w, rated_w)),
     found as (
       select own.device_no, limit_w,
         max(ts) filter (where ts < $5 and (frame ->> 'powerW')::real > 0) as before,
         min(ts) filter (where ts >= $5 and (frame ->> 'powerW')::real > 0) as after,
         coalesce(bool_and((frame ->> 'powerW')::real = round((frame ->> 'powerW')::real))
           filter (where (frame ->> 'powerW')::real <= limit_w), false) as is_whole,
         min(ts) filter (where ts >= $4 and ts < $5 and (frame ->> 'powerW')::real > 3 * rated_w) as great_from,
         max(ts) filter (where ts >= $4 and ts < $5 and (frame ->> 'powerW')::real > 3 * rated_w) as great_to
       from own left join kept_aside aside on aside.device_no = own.device_no and reason = 'unit' and edit_no is null
         and frame ? 'powerW' and ts >= $4::timestamptz - interval '${besideDays} days'
         and ts < $5::timestamptz + interval '${besideDays} days'
       group by own.device_no, limit_w)
     select device_no,
       case when not exists (select from device_day sound where sound.device_no = found.device_no
         and date > before::date and date < $6::date and peak_power_w > limit_w) then date_part('epoch', before) * 1000 end as before,
       case when not exists (select from device_day sound where sound.device_no = found.device_no
         and date > $6::date and date < after::date and peak_power_w > limit_w) then date_part('epoch', after) * 1000 end as after,
       date_part('epoch', great_from) * 1000 as great_from, date_part('epoch', great_to) * 1000 as great_to, is_whole,
       exists (select from accepted_value said where said.device_no = found.device_no and said.reason = 'unit'
         and to_ts >= $4::timestamptz - interval '${acceptedDays} days' and from_ts < $5) as is_accepted
     from found`,
    [
      devices.map(({ no }) => no),
      devices.map(({ limitW }) => limitW),
      devices.map(({ ratedW }) => ratedW),
      new Date(day.from),
      new Date(day.to),
      day.date,
    ],
  )
  return rows
}

/**
 * Days beside this one of which the device told some power and none above its limit, up to the next one on which it told
 * more; what of them was kept aside is no day of its own any more.
 */
export async function findLowDays(
  db: Session,
  devices: readonly { no: number; limitW: number }[],
  date: string,
): Promise<{ device_no: number; peak_power_w: number; energy_kwh: number | null }[]> {
  const { rows } = await query<{ device_no: number; peak_power_w: number; energy_kwh: number | null }>(
    db,
    `with own as (select * from unnest($1::integer[], $2::real[]) as own (device_no, limit_w)),
     near as (
       select device_day.device_no, device_day.date, peak_power_w, energy_kwh, peak_power_w > limit_w as is_sound
       from own join device_day on device_day.device_no = own.device_no and date <> $3::date
         and date between $3::date - ${besideDays} and $3::date + ${besideDays} and peak_power_w > 0)
     select device_no, peak_power_w, energy_kwh from near where not is_sound
       and not exists (select from near sound where sound.device_no = near.device_no and sound.is_sound
         and sound.date between least(near.date, $3::date) and greatest(near.date, $3::date))`,
    [devices.map(({ no }) => no), devices.map(({ limitW }) => limitW), date],
  )
  return rows
}

/**
 * Keeps power of a stretch (epoch ms, both ends included) up to `mostW` aside for its unit, together with equally small
 * DC power, and of whole kW with the zeros. Returns the instants of the frames, oldest first.
 */
export async function keepPowerAside(
  tx: Transaction,
  { deviceNo, from, to, isWhole = false }: { deviceNo: number; from: number; to: number; isWhole?: boolean },
  mostW: number,
  now: number,
): Promise<number[]> {
  const inside = `device_no = $1 and ts >= $2 and ts <= $3 and power_w ${isWhole ? '>=' : '>'} 0
    and power_w <= $4::double precision`
  const stretch = [deviceNo, new Date(from), new Date(to), mostW]
  const { rows } = await query<{ at: number }>(
    tx,
    `insert into kept_aside (logger_no, device_no, ts, reason, frame, kept_at, import_no)
     select logger.no, own.device_no, own.ts, 'unit', jsonb_strip_nulls(jsonb_build_object('powerW', power_w,
       'dcPowerW', case when dc_power_w > 0 and dc_power_w <= 3 * $4::double precision then dc_power_w end)), $5, import_no
     from device_sample own join device on device.no = own.device_no join logger on logger.id = device.logger_id
     where own.${inside}
     on conflict (logger_no, coalesce(device_no, 0), ts, reason) do update set frame = excluded.frame || kept_aside.frame
     returning round(date_part('epoch', ts) * 1000) as at`,
    [...stretch, new Date(now)],
  )
  await query(
    tx,
    `update device_sample set power_w = null,
       dc_power_w = case when dc_power_w > 0 and dc_power_w <= 3 * $4::double precision then null else dc_power_w end where ${inside}`,
    stretch,
  )
  return rows.map(({ at }) => at).toSorted((a, b) => a - b)
}
