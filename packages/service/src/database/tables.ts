import type { ColumnType, Generated } from 'kysely'
import type { AlarmCode, ShareRight, StationRight } from '@helioport/contract'

/** timestamptz: read as epoch ms, written as Date. */
type Instant = ColumnType<number, Date, Date>
type MaybeInstant = ColumnType<number | null, Date | null, Date | null>

interface AccountTable {
  id: Generated<string>
  user_name: string
  email: string
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
}

interface SignInAttemptTable {
  id: Generated<number>
  account_key: Buffer
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
  price: number
  currency: string
  sort_number: number
  created_at: Instant
}

interface LoggerTable {
  id: Generated<string>
  no: Generated<number>
  station_id: string
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
  station_id: string
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
}

/** Newest frame of a device; vectors as arrays, without their nulls. */
interface DeviceLatestTable {
  device_no: number
  ts: Instant
  mode: number
  error_word: number
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
interface DeviceDayTable {
  device_no: number
  station_id: string
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

interface StationDayTable {
  station_id: string
  date: string
  energy_kwh: number | null
  /** In-plane irradiation, kWh/m2. */
  irradiation_kwh_m2: number | null
}

interface AlarmTable {
  id: Generated<string>
  device_no: number
  code: AlarmCode
  raised_at: Instant
  cleared_at: MaybeInstant
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
  account_id: string
  rights: ShareRight[]
  ends_at: MaybeInstant
  created_at: Instant
  accepted_at: MaybeInstant
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

export interface Tables {
  account: AccountTable
  session: SessionTable
  sign_in_attempt: SignInAttemptTable
  station: StationTable
  logger: LoggerTable
  device: DeviceTable
  device_latest: DeviceLatestTable
  device_day: DeviceDayTable
  station_day: StationDayTable
  alarm: AlarmTable
  bulletin: BulletinTable
  sub_account_station: SubAccountStationTable
  station_share: StationShareTable
  station_access: StationAccessView
  job: JobTable
}
