import type { PageLocale, ShareRight, StationRight, TariffBand, TariffInput } from '@helioport/contract'
import type { Generated, JSONColumnType } from 'kysely'
import type { Instant, MaybeInstant } from './instant.ts'

interface PictureTable {
  id: Generated<string>
  account_id: string
  type: string
  width: number
  height: number
  bytes: Buffer
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

/** What was asked for under a key of the caller's own, so that it is carried out once. */
interface RequestKeyTable {
  account_id: string
  key: string
  request_hash: Buffer
  /** What came of it: one of the two; both null only inside the transaction that carries it out. */
  station_id: string | null
  command_id: string | null
  created_at: Instant
}

/** Serials that a device had before its present one. */
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

/** Days of a device that have to be computed anew, from an instant on. */
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
  /** `name` is a mail address: until when who proved to read its mail may take the share up. */
  offered_until: MaybeInstant
  /** Language of who invited, until a mail was queued that tells of the share; null: none is to. */
  mail_locale: PageLocale | null
}

/** View: who reaches which station, from all sources. */
interface StationAccessView {
  account_id: string
  station_id: string
  ends_at: MaybeInstant
  rights: StationRight[]
}

/** View: whose sensors a station uses. */
interface StationSensorView {
  station_id: string
  logger_no: number
  /** It is the station's collector; false: it reports to the station. */
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
