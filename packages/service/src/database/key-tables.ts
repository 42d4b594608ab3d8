import type { ApiKeyScope } from '@helioport/contract'
import type { Generated } from 'kysely'
import type { Instant, MaybeInstant } from './instants.ts'

interface ApiKeyTable {
  id: Generated<string>
  account_id: string
  key_hash: Buffer
  /** Last characters of the key. */
  ending: string
  name: string
  scopes: ApiKeyScope[]
  /** False: those of `api_key_station` alone, be it none. */
  all_stations: boolean
  created_at: Instant
  expires_at: Instant
  last_used_at: MaybeInstant
  /** When its person last let it send commands. */
  proved_at: MaybeInstant
}

interface ApiKeyStationTable {
  api_key_id: string
  station_id: string
}

/** Requests of the window that began at `window_at`. */
interface ApiKeyUseTable {
  api_key_id: string
  window_at: Instant
  requests: number
}

export interface KeyTables {
  api_key: ApiKeyTable
  api_key_station: ApiKeyStationTable
  api_key_use: ApiKeyUseTable
}
