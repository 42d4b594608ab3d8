import type {
  AccountCopy,
  DeliveryFailure,
  DeliveryState,
  ExportTask,
  ExportTaskInput,
  StationRight,
  WebhookEvent,
} from '@helioport/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Instant, MaybeInstant } from './instant.ts'

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
  /** Name of the API key that acted; null: a person. */
  api_key: string | null
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
  /** When the instance that works on it last renewed its claim. */
  claimed_at: MaybeInstant
  finished_at: MaybeInstant
  expires_at: Instant
  /** The object of the bucket that the file is; null: its chunks lie in `export_chunk`. */
  object_key: string | null
}

/** Objects of the bucket that have to be removed. */
interface ObjectDueTable {
  key: string
  remove_at: Instant
}

interface ExportChunkTable {
  task_id: string
  no: number
  body: Buffer
}

interface AccountCopyTable {
  id: Generated<string>
  account_id: string
  state: Generated<AccountCopy['state']>
  /** Where the work continues: position in the list of files, and the last item done within that file. */
  step: Generated<number>
  after: Generated<string>
  files: Generated<number>
  bytes: Generated<number>
  tries: Generated<number>
  created_at: Instant
  turn_at: Instant
  finished_at: MaybeInstant
  fetched_at: MaybeInstant
  expires_at: Instant
}

interface AccountCopyPartTable {
  copy_id: string
  no: number
  name: string
  crc: number
  size: number
  body: Buffer
}

interface AccountDeletionTable {
  account_id: string
  asked_at: Instant
  due_at: Instant
  begun_at: MaybeInstant
}

interface WebhookTable {
  id: Generated<string>
  account_id: string
  name: string
  url: string
  events: WebhookEvent[]
  /** Sealed: signatures need it. */
  secret: Buffer
  enabled: Generated<boolean>
  created_at: Instant
  /** Since when every delivery has failed. */
  failing_since: MaybeInstant
  /** When the service gave up on it. */
  stopped_at: MaybeInstant
}

interface WebhookHintTable {
  id: Generated<number>
  kind: 'alarm' | 'command' | 'share'
  thing_id: string
}

interface WebhookToldTable {
  kind: string
  thing_id: string
  state: string
  at: Instant
}

interface WebhookDeliveryTable {
  id: string
  webhook_id: string
  event: WebhookEvent | 'test'
  station_id: string | null
  /** Right that the account needs at the station at the time of delivery. */
  needed_right: StationRight | null
  body: string
  state: Generated<DeliveryState>
  created_at: Instant
  /** Waiting: time of the next try. Being tried: end of the lease, after which another instance may take over. */
  due_at: Instant
  tries: Generated<number>
  tried_at: MaybeInstant
  status: number | null
  failure: DeliveryFailure | null
}

export interface RecordTables {
  account_copy: AccountCopyTable
  account_copy_part: AccountCopyPartTable
  account_deletion: AccountDeletionTable
  webhook: WebhookTable
  webhook_hint: WebhookHintTable
  webhook_told: WebhookToldTable
  webhook_delivery: WebhookDeliveryTable

  operation: OperationTable
  audit_head: AuditHeadTable
  sign_in: SignInTable
  export_task: ExportTaskTable
  export_chunk: ExportChunkTable
  object_due: ObjectDueTable
}
