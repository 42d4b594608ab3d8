import type { AlarmCode, LossBasis } from '@helioport/contract'
import type { Generated } from 'kysely'
import type { Instant, MaybeInstant } from './instant.ts'

interface AlarmTable {
  id: Generated<string>
  device_no: number
  code: AlarmCode
  raised_at: Instant
  cleared_at: MaybeInstant
  group_id: string
  source: Generated<'device' | 'stringWatch' | 'trackerWatch' | 'silence'>
  /** The device's own word for what an episode of the string watch in the same group names. */
  is_echo: Generated<boolean>
  /** Of a silence: what was missing came later. */
  was_late: Generated<boolean>
  /** Of the string watch, from 1; 0: the whole device. */
  string_no: Generated<number>
  /** Of the tracker watch, from 1; otherwise 0. */
  mppt_no: Generated<number>
  lost_energy_kwh: number | null
  lost_income: number | null
  /** What the loss was found by. */
  loss_basis: LossBasis | null
  /** Bins of daylight, and those of them of which the loss is known; nulls: not worked out since this is counted. */
  light_bins: number | null
  judged_bins: number | null
  /** When the losses were worked out; null: they have to be. */
  losses_at: MaybeInstant
  /** Of an open one: what its former days cost (see SettledLoss). */
  settled_loss: Generated<unknown>
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
  /** Of a comment on many alarms: of the call that made it. */
  key: Generated<string | null>
}

interface AlarmSnoozeTable {
  id: Generated<string>
  account_id: string
  station_id: string
  device_id: string | null
  code: AlarmCode
  until: Instant
}

/** An account that is to hear of a group. */
interface AlarmMailTable {
  group_id: string
  account_id: string
  /** When it was told of it; null: not yet. */
  told_at: MaybeInstant
  /** It was told that it is over, or is not to be told any more. */
  is_done: Generated<boolean>
}

interface MutedStationTable {
  account_id: string
  station_id: string
}

export interface AlarmTables {
  alarm: AlarmTable
  alarm_group: AlarmGroupTable
  alarm_comment: AlarmCommentTable
  alarm_snooze: AlarmSnoozeTable
  alarm_mail: AlarmMailTable
  muted_station: MutedStationTable
}
