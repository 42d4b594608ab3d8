import { type AlarmCode, alarmBitOf } from '@helioport/contract'
import { vectorElements } from '../../database/sample-columns.ts'
import { query, type Session } from '../../database/session.ts'

/** Means of one quarter of an hour of one device. */
export interface QuarterRow {
  device_no: number
  /** From local midnight. */
  quarter: number
  dc_power_w: number | null
  cabinet_c: number | null
  ac_voltage_v: number | null
  frequency_hz: number | null
  power_factor: number | null
  /** Share of the frames in which its power was limited. */
  limited: number
  string_current_a: (number | null)[]
}

const phases = vectorElements('ac_voltage_v', 3)
const meanVoltage = `(${phases.map((phase) => `coalesce(avg(${phase}), 0)`).join(' + ')})
  / nullif(${phases.map((phase) => `(count(${phase}) > 0)::integer`).join(' + ')}, 0)`

/** Quarter-hour means of these devices on a day. `strings`: how many strings of each are read, at most 32. */
export async function findQuarterMeans(
  db: Session,
  deviceNos: readonly number[],
  day: { from: number; to: number },
  strings: number,
): Promise<QuarterRow[]> {
  const currents = vectorElements('string_current_a', strings).map((column) => `avg(${column})::real`)
  const { rows } = await query<QuarterRow>(
    db,
    `select device_no, floor(date_part('epoch', ts - $2) / 900)::integer as quarter,
       avg(dc_power_w)::real as dc_power_w, avg(cabinet_c)::real as cabinet_c, (${meanVoltage})::real as ac_voltage_v,
       avg(frequency_hz)::real as frequency_hz, avg(power_factor)::real as power_factor,
       avg((error_word & ${2 ** alarmBitOf('A1')} <> 0)::integer)::real as limited,
       array[${currents.join(', ')}]::real[] as string_current_a
     from device_sample where device_no = any($1::integer[]) and ts >= $2 and ts < $3 group by 1, 2`,
    [deviceNos, new Date(day.from), new Date(day.to)],
  )
  return rows
}

export interface DayAlarm {
  device_no: number
  code: AlarmCode
  raised_at: number
  cleared_at: number | null
}

/** Episodes of these devices that were open at some time of the day, the oldest first. */
export async function findDayAlarms(
  db: Session,
  deviceNos: readonly number[],
  day: { from: number; to: number },
): Promise<DayAlarm[]> {
  const { rows } = await query<DayAlarm>(
    db,
    `select device_no, code, raised_at, cleared_at from alarm
     where device_no = any($1::integer[]) and not is_echo and raised_at < $3
       and coalesce(cleared_at, 'infinity') >= $2 order by raised_at`,
    [deviceNos, new Date(day.from), new Date(day.to)],
  )
  return rows
}
