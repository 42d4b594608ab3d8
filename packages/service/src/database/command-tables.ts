import type {
  CommandCause,
  CommandHold,
  CommandKind,
  CommandReason,
  CommandState,
  IvReview,
  IvVerdict,
  Setting,
} from '@helioport/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Instant, MaybeInstant } from './instant.ts'

/** Read as an object, written as text. */
type JsonColumn = ColumnType<Setting | null, string | null | undefined, string | null>

interface CommandTable {
  id: Generated<string>
  kind: CommandKind
  cause: CommandCause
  of_command_id: string | null
  station_id: string
  /** Null: ordered by the service itself, or by a deleted account. */
  account_id: string | null
  power_factor: number | null
  /** For kinds other than a power factor. */
  setting: JsonColumn
  created_at: Instant
  expires_at: Instant
  revert_at: MaybeInstant
  reverted: Generated<boolean>
  /** Commands of one order share it. */
  order_id: Generated<string>
  /** Why a large order waits; null: not a large order. */
  hold: Generated<CommandHold | null>
  hold_until: MaybeInstant
  /** True: nothing of it is handed to a logger yet. */
  waits: Generated<boolean>
  approved_by: Generated<string | null>
  approved_at: MaybeInstant
  rejected_by: Generated<string | null>
  rejected_at: MaybeInstant
  /** The reason given for the rejection. */
  rejection: Generated<string | null>
  /** Counted from when it is handed out; null: permanent. */
  revert_after_minutes: Generated<number | null>
}

/** The part of a command for one device: a task for its logger. */
interface CommandDeviceTable {
  id: Generated<string>
  command_id: string
  device_no: number
  logger_id: string
  position: number
  is_canary: boolean
  state: CommandState
  reason: CommandReason | null
  is_open: boolean
  power_factor: number | null
  former_power_factor: number | null
  read_back_power_factor: number | null
  /** The same for settings other than a power factor. */
  setting: JsonColumn
  former_setting: JsonColumn
  read_back_setting: JsonColumn
  raw: Generated<number | null>
  read_back_raw: Generated<number | null>
  /** Progress of a running scan. */
  scanned_strings: Generated<number | null>
  all_strings: Generated<number | null>
  /** A person asked to stop the scan. */
  stop_asked: Generated<boolean>
  lease: Generated<number>
  /** Deadline of the present state. */
  due_at: MaybeInstant
  changed_at: Instant
}

interface CommandStepTable {
  id: Generated<number>
  command_device_id: string
  at: Instant
  state: CommandState
  reason: CommandReason | null
  power_factor: number | null
  setting: JsonColumn
  power_w: Generated<number | null>
  reactive_var: Generated<number | null>
  by: 'person' | 'service' | 'logger'
}

interface IvScanTable {
  id: Generated<string>
  command_device_id: string | null
  device_no: number
  scanned_at: Instant
  irradiance_wm2: number | null
  module_c: number | null
  irradiance_before_wm2: Generated<number | null>
  irradiance_after_wm2: Generated<number | null>
  /** False: it was stopped and some strings are missing. */
  is_whole: Generated<boolean>
  /** File of an IV tracer; null: the inverter swept its strings itself. */
  file_name: string | null
}

interface IvCurveTable {
  iv_scan_id: string
  mppt: number
  string: number
  voltage_v: number[]
  current_a: number[]
}

interface IvReviewTable {
  iv_scan_id: string
  mppt: number
  string: number
  verdict: IvVerdict
  says: IvReview['says']
  note: string
  account_id: string | null
  at: Instant
}

interface IvReviewEarlierTable extends IvReviewTable {
  id: Generated<number>
}

export interface CommandTables {
  iv_review: IvReviewTable
  iv_review_earlier: IvReviewEarlierTable
  command: CommandTable
  command_device: CommandDeviceTable
  command_step: CommandStepTable
  iv_scan: IvScanTable
  iv_curve: IvCurveTable
}
