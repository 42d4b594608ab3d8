import type { PageLocale, ShareRight, StationRight, TariffBand, TariffInput } from '@helioport/contract'
import type { Generated, JSONColumnType } from 'kysely'
import type { Instant, MaybeInstant } from './instant.ts'

interface PictureTable {
  id: Generated<string>
  account_id: string
  type: string
  width: number
  height: number
  /** Null: it lies in the bucket, under `object_key`. */
  bytes: Buffer | null
  object_key: string | null
  created_at: Instant
}

interface StationDeletionTable {
  token_hash: Buffer
  station_id: string
  account_id: string
  expires_at: Instant
}

interface TariffTable {
  id: Generated<string>
  station_id: string
  /** Local day of the station. */
  from_date: string
  rate: number
  bands: JSONColumnType<TariffBand[]>
}

interface TariffCorrectionTable {
  id: Generated<string>
  station_id: string
  user_name: string
  at: Instant
  before: JSONColumnType<Omit<TariffInput, 'correction'>> | null
  after: JSONColumnType<Omit<TariffInput, 'correction'>> | null
}

interface Co2FactorTable {
  id: Generated<string>
  station_id: string
  from_date: string
  kg_per_kwh: number
  year: number
  source: string
}

/** Idempotency keys of callers, each with the request that was carried out under it. */
interface RequestKeyTable {
  account_id: string
  key: string
  request_hash: Buffer
  /** What the request created: one of the two. Both are null only within the transaction that carries it out. */
  station_id: string | null
  command_id: string | null
  created_at: Instant
}

/** Former serials of a device. */
interface FormerSerialTable {
  device_no: number
  serial: string
  model: string
  since: MaybeInstant
  until: Instant
  capacity_kwp: number | null
}

/** The modules that are connected to a device; coefficients in % per K. */
interface DeviceModulesTable {
  device_no: number
  manufacturer: string
  model: string
  isc_a: number
  voc_v: number
  imp_a: number
  vmp_v: number
  alpha_percent: number
  beta_percent: number
  gamma_percent: number
  cells: number
  modules_per_string: number | null
  strings_per_tracker: number | null
}

/** Devices whose days have to be recomputed, from an instant on. */
interface RebuildTable {
  device_no: number
  from_ts: Instant
}

interface SubAccountStationTable {
  account_id: string
  station_id: string
}

interface StationShareTable {
  id: Generated<string>
  station_id: string
  /** Null: no account has the invited name. */
  account_id: string | null
  /** As it was typed. */
  name: string
  rights: ShareRight[]
  ends_at: MaybeInstant
  created_at: Instant
  accepted_at: MaybeInstant
  /** When it was declined, or given back after it was accepted. */
  declined_at: MaybeInstant
  /** Set when `name` is a mail address: until when an account that proved to own the address may accept the share. */
  offered_until: MaybeInstant
  /** Language of the inviter, until a mail about the share is queued; null: no mail is due. */
  mail_locale: PageLocale | null
}

/** View: which account may reach which station, from all sources (own, sub-account, share). */
interface StationAccessView {
  account_id: string
  station_id: string
  ends_at: MaybeInstant
  rights: StationRight[]
}

/** View: the loggers whose sensors a station uses. */
interface StationSensorView {
  station_id: string
  logger_no: number
  /** True: the logger is the station's collector; false: it reports to the station. */
  is_collector: boolean
}

export interface StationTables {
  sub_account_station: SubAccountStationTable
  station_share: StationShareTable
  station_access: StationAccessView
  station_sensor: StationSensorView
  device_modules: DeviceModulesTable
  picture: PictureTable
  station_deletion: StationDeletionTable
  tariff: TariffTable
  tariff_correction: TariffCorrectionTable
  co2_factor: Co2FactorTable
  former_serial: FormerSerialTable
  rebuild: RebuildTable
  request_key: RequestKeyTable
}
