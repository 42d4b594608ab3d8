import type { ColumnType, Generated } from 'kysely'
import type { CommandTables } from './command-tables.ts'
import type { Instant, MaybeInstant } from './instants.ts'
import type { AccountChoices, SecurityTables } from './security-tables.ts'
import type { SharingTables } from './sharing-tables.ts'
import type { BinSum, EnergySum, LossBin, LossSum, TemperatureSum } from './sum-columns.ts'
import type { AlarmCode, ExportTask, ExportTaskInput, ShareRight, StationRight } from '@helioport/contract'

interface AccountTable extends AccountChoices {
  id: Generated<string>
  user_name: string
  /** Null: a sub-account without one. */
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
  /** Of a sub-account: whose it is, and what it may do there. */
  main_account_id: string | null
  disabled_at: MaybeInstant
  all_stations: Generated<boolean>
  may_control: Generated<boolean>
}

interface SessionTable {
  token_hash: Buffer
  account_id: string
  created_at: Instant
  expires_at: Instant
  /** When the person behind it last proved to be the one who signed in. */
  proved_at: MaybeInstant
  id: Generated<string>
  last_seen_at: MaybeInstant
  user_agent: Generated<string>
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
  /** Null: it waits to be assigned. */
  station_id: string | null
  serial: string
  key_hash: Buffer
  last_seq: number | null
  last_batch_at: MaybeInstant
  created_at: Instant
}

interface DeviceTable {
  id: Generated<string>
  /** Short key of the telemetry tables. */
  no: Generated<number>
  logger_id: string
  account_id: string
  /** Null: it waits to be assigned. */
  station_id: string | null
  serial: string
  name: string
  model: string
  rated_power_w: number
  capacity_kwp: number
  mppt_count: number
  string_count: number
  installed_on: string
  supports_reactive_power: boolean
  supports_iv_scan: boolean
  sort_number: number
  created_at: Instant
  /** No longer there; its days stay with the station. */
  removed_at: MaybeInstant
  /** When the inverter with this serial took the place; null: from the beginning. */
  serial_since: MaybeInstant
}

/** Newest frame of a device; vectors as arrays, without their nulls. */
interface DeviceLatestTable {
  device_no: number
  ts: Instant
  mode: number
  error_word: number
  /** Place in `deviceSubStates`, from 1. */
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
  ac_voltage_v: number[]
  ac_current_a: number[]
  mppt_voltage_v: number[]
  mppt_current_a: number[]
  string_current_a: number[]
  /** Newest frame that carried the lifetime counter. */
  counter_ts: MaybeInstant
  counter_kwh: number | null
}

/** Roll-up of one device and one local day of its station. */
interface DeviceDayTable extends Sums {
  device_no: number
  /** Null: the device is unassigned; its days come with it. */
  station_id: string | null
  date: string
  energy_kwh: number | null
  samples: number
  /** Distinct 5-minute bins with data between sunrise and sunset. */
  daylight_bins: number
  first_ts: MaybeInstant
  first_power_w: number | null
  last_ts: MaybeInstant
  last_power_w: number | null
  /** What refused counter steps took away (+) or added (-): added back to the lifetime counter. */
  spliced_kwh: number
  resets: number
  outliers: number
  /** Mean power of each quarter of an hour from local midnight, W. */
  quarter_w: (number | null)[]
}

type Sums = { [K in EnergySum | BinSum]: Generated<number> } & {
  dc_kwh: number | null
  peak_power_w: number | null
  peak_at: MaybeInstant
  /** Greatest irradiance of the bins that entered the performance ratio, W/m2. */
  pr_peak_wm2: number | null
}

type StationSums = Sums & { [K in LossSum | TemperatureSum]: number | null } & { [K in LossBin]: Generated<number> } & {
  income: number | null
  co2_kg: number | null
}

interface StationDayTable extends StationSums {
  station_id: string
  date: string
  energy_kwh: number | null
  /** In-plane irradiation, kWh/m2. */
  irradiation_kwh_m2: number | null
  /** Mean power of each quarter of an hour, as in device_day. */
  quarter_w: Generated<(number | null)[]>
  /** The same every 5 minutes; empty: analysed before there was such a thing, or forgotten. */
  bin_w: Generated<(number | null)[]>
  /** When the day has to be analysed (anew); null: its sums are right. */
  due_at: MaybeInstant
  /** Analysed after the day had ended. */
  is_final: Generated<boolean>
  /** Its outage was measured against what the station did in the weeks before. */
  leans: Generated<boolean>
}

interface DeviceMonthTable extends Sums {
  device_no: number
  /** Its first day. */
  month: string
  energy_kwh: number | null
}

interface StationMonthTable extends StationSums {
  station_id: string
  month: string
  energy_kwh: number | null
  irradiation_kwh_m2: number | null
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
}

interface AlarmTable {
  id: Generated<string>
  device_no: number
  code: AlarmCode
  raised_at: Instant
  cleared_at: MaybeInstant
  group_id: string
  source: Generated<'device' | 'stringWatch'>
  /** Of the string watch, from 1; 0: the whole device. */
  string_no: Generated<number>
  lost_energy_kwh: number | null
  lost_income: number | null
  /** When the losses were worked out; null: they have to be. */
  losses_at: MaybeInstant
}

/** Episodes that one event raised; what people say about them is said of all. */
interface AlarmGroupTable {
  id: Generated<string>
  station_id: string
  code: AlarmCode
  acknowledged_at: MaybeInstant
  acknowledged_by: string | null
  assignee_id: string | null
  /** When it was decided whether to tell anybody. */
  noticed_at: MaybeInstant
}

interface AlarmCommentTable {
  id: Generated<string>
  group_id: string
  account_id: string | null
  user_name: string
  text: string
  at: Instant
}

interface AlarmSnoozeTable {
  id: Generated<string>
  account_id: string
  station_id: string
  device_id: string | null
  code: AlarmCode
  until: Instant
}

/** Hash chain: each row's hash covers the one before it, over all days. */
interface OperationTable {
  day: string
  no: number
  id: string
  at: Instant
  account_id: string | null
  user_name: string
  action: string
  station_id: string | null
  station_name: string | null
  device_id: string | null
  device_name: string | null
  error_code: string | null
  trace_id: string
  hash: Buffer
}

interface AuditHeadTable {
  day: string
  rows: number
  hash: Buffer
  signature: Buffer
  public_key: Buffer
  signed_at: Instant
}

interface SignInTable {
  id: Generated<string>
  account_id: string
  at: Instant
  error_code: string | null
  address: string
  agent: string
}

interface ExportTaskTable {
  id: Generated<string>
  account_id: string
  input: ColumnType<ExportTaskInput, string, never>
  state: Generated<ExportTask['state']>
  error_code: string | null
  rows: Generated<number>
  bytes: Generated<number>
  created_at: Instant
  /** When an instance last said that it works on it. */
  claimed_at: MaybeInstant
  finished_at: MaybeInstant
  expires_at: Instant
}

interface ExportChunkTable {
  task_id: string
  no: number
  body: Buffer
}

interface BulletinTable {
  id: Generated<string>
  kind: 'news' | 'download'
  locale: string
  title: string
  body: string
  url: string
  published_at: Instant
}

interface SubAccountStationTable {
  account_id: string
  station_id: string
}

interface StationShareTable {
  id: Generated<string>
  station_id: string
  /** Null: nobody has the name that was invited. */
  account_id: string | null
  /** As it was typed. */
  name: string
  rights: ShareRight[]
  ends_at: MaybeInstant
  created_at: Instant
  accepted_at: MaybeInstant
  /** Declined, or given back after it was accepted. */
  declined_at: MaybeInstant
}

/** View: who reaches which station, from all sources. */
interface StationAccessView {
  account_id: string
  station_id: string
  ends_at: MaybeInstant
  rights: StationRight[]
}

interface JobTable {
  name: string
  due_at: Instant
}

export interface Tables extends CommandTables, SecurityTables, SharingTables {
  account: AccountTable
  session: SessionTable
  station: StationTable
  logger: LoggerTable
  device: DeviceTable
  device_latest: DeviceLatestTable
  device_day: DeviceDayTable
  station_day: StationDayTable
  device_month: DeviceMonthTable
  station_month: StationMonthTable
  sensor_latest: SensorLatestTable
  alarm: AlarmTable
  alarm_group: AlarmGroupTable
  alarm_comment: AlarmCommentTable
  alarm_snooze: AlarmSnoozeTable
  operation: OperationTable
  audit_head: AuditHeadTable
  sign_in: SignInTable
  export_task: ExportTaskTable
  export_chunk: ExportChunkTable
  bulletin: BulletinTable
  sub_account_station: SubAccountStationTable
  station_share: StationShareTable
  station_access: StationAccessView
  job: JobTable
}
