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
  /** Null: the service by itself, or an account that is gone. */
  account_id: string | null
  power_factor: number | null
  /** Of kinds other than a power factor. */
  setting: JsonColumn
  created_at: Instant
  expires_at: Instant
  revert_at: MaybeInstant
  reverted: Generated<boolean>
  /** What was ordered at once has the same. */
  order_id: Generated<string>
  /** Null: no large order. */
  hold: Generated<CommandHold | null>
  hold_until: MaybeInstant
  /** Nothing of it is handed out yet. */
  waits: Generated<boolean>
  approved_by: Generated<string | null>
  approved_at: MaybeInstant
  rejected_by: Generated<string | null>
  rejected_at: MaybeInstant
  /** What was said against it. */
  rejection: Generated<string | null>
  /** From when it goes out; null: for good. */
  revert_after_minutes: Generated<number | null>
}

/** The part of one device in a command: a task for its logger. */
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
  /** The same of settings other than a power factor. */
  setting: JsonColumn
  former_setting: JsonColumn
  read_back_setting: JsonColumn
  raw: Generated<number | null>
  read_back_raw: Generated<number | null>
  /** Of a scan that goes on. */
  scanned_strings: Generated<number | null>
  all_strings: Generated<number | null>
  /** A person wants the scan to stop. */
  stop_asked: Generated<boolean>
  lease: Generated<number>
  /** When the present state has lasted long enough. */
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
  /** False: it was stopped, some strings are missing. */
  is_whole: Generated<boolean>
  /** Of a tracer; null: the inverter swept its strings itself. */
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
