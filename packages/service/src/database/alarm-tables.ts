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
  /** The device's own report of a fault that an episode of the string watch in the same group names. */
  is_echo: Generated<boolean>
  /** Silences only: the missing frames arrived later. */
  was_late: Generated<boolean>
  /** String watch only, from 1; 0: the whole device. */
  string_no: Generated<number>
  /** Tracker watch only, from 1; otherwise 0. */
  mppt_no: Generated<number>
  lost_energy_kwh: number | null
  lost_income: number | null
  /** What the loss was compared with. */
  loss_basis: LossBasis | null
  /** Daylight bins, and how many of them have a known loss; null: losses not computed since these columns exist. */
  light_bins: number | null
  judged_bins: number | null
  /** When the losses were computed; null: due. */
  losses_at: MaybeInstant
  /** Open episodes only: the loss of its former days (see SettledLoss). */
  settled_loss: Generated<unknown>
}

/** Episodes of one event; comments, assignment and acknowledgement are those of the group. */
interface AlarmGroupTable {
  id: Generated<string>
  station_id: string
  code: AlarmCode
  acknowledged_at: MaybeInstant
  acknowledged_by: string | null
  assignee_id: string | null
  /** When it was decided whether to notify anybody. */
  noticed_at: MaybeInstant
}

interface AlarmCommentTable {
  id: Generated<string>
  group_id: string
  account_id: string | null
  user_name: string
  text: string
  at: Instant
  /** Comments on many alarms only: the request's idempotency key. */
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

/** An account that is to be notified of a group. */
interface AlarmMailTable {
  group_id: string
  account_id: string
  /** When it was notified; null: not yet. */
  told_at: MaybeInstant
  /** It was notified of the end, or needs no further notification. */
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
