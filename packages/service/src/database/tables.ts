import type { Generated } from 'kysely'
import type { AlarmTables } from './alarm-tables.ts'
import type { SettingKind } from '@helioport/contract'
import type { CommandTables } from './command-tables.ts'
import type { Instant, MaybeInstant } from './instant.ts'
import type { RecordTables } from './record-tables.ts'
import type { AccountChoices, SecurityTables } from './security-tables.ts'
import type { StationTables } from './station-tables.ts'
import type { StatisticsTables } from './statistics-tables.ts'

interface AccountTable extends AccountChoices {
  id: Generated<string>
  user_name: string
  /** Null: a sub-account without an email. */
  email: string | null
  password_hash: string
  role: 'owner' | 'operator'
  state_name: string
  activated_at: MaybeInstant
  nickname: string
  phone: Generated<string>
  address: Generated<string>
  province: Generated<string>
  city: Generated<string>
  time_zone_offset: Generated<number>
  feed_in_tariff: number | null
  currency: Generated<string>
  video_url: Generated<string>
  created_at: Instant
  /** Main account of a sub-account; `all_stations` and `may_control` say what the sub-account may do. */
  main_account_id: string | null
  disabled_at: MaybeInstant
  all_stations: Generated<boolean>
  may_control: Generated<boolean>
}

/** View: accounts that may act; a sub-account only while its main account may. */
interface ActiveAccountView {
  id: string
}

interface SessionTable {
  token_hash: Buffer
  account_id: string
  created_at: Instant
  expires_at: Instant
  /** When the person last proved their identity again in this session. */
  proved_at: MaybeInstant
  id: Generated<string>
  last_seen_at: MaybeInstant
  user_agent: Generated<string>
  /** Session of the viewer, where another account views the portal as this account. */
  viewer_session_id: Generated<string | null>
}

/** When an account last wrote: its reads avoid the replica for some seconds after that. */
interface AccountWriteTable {
  account_id: string
  at: Instant
}

interface StationTable {
  id: Generated<string>
  account_id: string
  name: string
  installed_on: string
  capacity_kwp: number
  energy_base_kwh: number
  temperature_coefficient: number
  description: string
  latitude: number
  longitude: number
  time_zone: string
  address: string
  currency: string
  sort_number: number
  created_at: Instant
  mppt_check: Generated<boolean>
  case_number: Generated<string>
  collector_serial: Generated<string>
  collector_device_id: Generated<string | null>
  video_url: Generated<string>
  picture_id: Generated<string | null>
  logo_id: Generated<string | null>
}

interface LoggerTable {
  id: Generated<string>
  no: Generated<number>
  account_id: string
  /** Null: not assigned to a station yet. */
  station_id: string | null
  serial: string
  last_seq: number | null
  last_batch_at: MaybeInstant
  created_at: Instant
  /** Offset of its clock from the service's, ms; positive: ahead. */
  clock_offset_ms: number | null
  firmware: string | null
  backlog_rows: number | null
  /** Refused rows by reason. */
  refused_counts: Record<string, number> | null
  refused_code: string | null
  refused_since: MaybeInstant
  refused_at: MaybeInstant
  /** Which end of its interval a frame's time marks; null: unknown. */
  stamp: 'start' | 'end' | null
  /** `stamp` was found from its counters. */
  is_stamp_found: Generated<boolean>
  /** Null: not deleted. */
  deleted_at: MaybeInstant
}

interface LoggerKeyTable {
  id: Generated<string>
  logger_id: string
  key_hash: Buffer
  created_at: Instant
  /** Null: valid until another key replaces it. */
  ends_at: MaybeInstant
  last_used_at: MaybeInstant
}

interface LoggerClaimTable {
  logger_id: string
  code_hash: Buffer
  expires_at: Instant
}

interface DeviceTable {
  id: Generated<string>
  /** Short key of the telemetry tables. */
  no: Generated<number>
  logger_id: string
  account_id: string
  /** Null: not assigned to a station yet. */
  station_id: string | null
  serial: string
  name: string
  model: string
  rated_power_w: number
  /** Null: unknown. */
  apparent_va: Generated<number | null>
  /** Settings that its logger says it supports; null: the logger has not said. */
  controls: Generated<SettingKind[] | null>
  capacity_kwp: number
  mppt_count: number
  string_count: number
  installed_on: string
  supports_reactive_power: boolean
  supports_iv_scan: boolean
  sort_number: number
  created_at: Instant
  /** When it was removed; its days stay with the station. */
  removed_at: MaybeInstant
  /** When the inverter with this serial replaced the former one; null: it is the first. */
  serial_since: MaybeInstant
}

/** Newest frame of a device; vectors as arrays, without the nulls at their end. */
interface DeviceLatestTable {
  device_no: number
  ts: Instant
  mode: number | null
  error_word: number | null
  /** Index in `deviceSubStates`, from 1. */
  sub_state: number | null
  power_w: number | null
  reactive_var: number | null
  power_factor: number | null
  frequency_hz: number | null
  dc_power_w: number | null
  cabinet_c: number | null
  energy_total_kwh: number | null
  energy_today_kwh: number | null
  hours_total: number | null
  ac_voltage_v: (number | null)[]
  ac_current_a: (number | null)[]
  mppt_voltage_v: (number | null)[]
  mppt_current_a: (number | null)[]
  string_current_a: (number | null)[]
  /** Time of the newest frame with the lifetime counter. */
  counter_ts: MaybeInstant
  counter_kwh: number | null
  /** Interval of its newest frames. */
  interval_s: Generated<number>
  /** Lag of the clock that stamps its frames: frames that arrive now carry a time this far in the past. */
  lag_s: Generated<number>
}

/** Newest sensor frame of a logger. */
interface SensorLatestTable {
  logger_no: number
  ts: Instant
  irradiance_wm2: number | null
  horizontal_wm2: number | null
  ambient_c: number | null
  module_c: number | null
  wind_ms: number | null
  interval_s: Generated<number>
  /**
   * Irradiance at which the day shows the sensor to be stuck: the newest value is no measurement while it equals this.
   */
  stuck_wm2: Generated<number | null>
}

interface BulletinTable {
  id: Generated<string>
  kind: 'news' | 'download'
  locale: string
  title: string
  body: string
  url: string
  published_at: Instant
  version: Generated<string>
  file_name: Generated<string | null>
  file_bytes: Generated<number | null>
  file_sha256: Generated<Buffer | null>
}

interface BulletinFileTable {
  bulletin_id: string
  bytes: Buffer
}

interface BulletinReadTable {
  account_id: string
  bulletin_id: string
}

interface JobTable {
  name: string
  due_at: Instant
}

export interface Tables
  extends AlarmTables, CommandTables, RecordTables, SecurityTables, StationTables, StatisticsTables {
  account: AccountTable
  active_account: ActiveAccountView
  account_write: AccountWriteTable
  session: SessionTable
  station: StationTable
  logger: LoggerTable
  logger_key: LoggerKeyTable
  logger_claim: LoggerClaimTable
  device: DeviceTable
  device_latest: DeviceLatestTable
  sensor_latest: SensorLatestTable
  bulletin: BulletinTable
  bulletin_file: BulletinFileTable
  bulletin_read: BulletinReadTable
  job: JobTable
}
