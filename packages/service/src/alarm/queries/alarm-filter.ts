import type { AlarmCode } from '@helioport/contract'

/** Which alarms a list shows; an absent field does not narrow it. */
export interface AlarmFilter {
  /** One row per episode instead of one per group. */
  episodes?: boolean
  state?: 'open' | 'closed'
  codes?: readonly AlarmCode[]
  stationId?: string
  deviceId?: string
  alarmIds?: readonly string[]
  groupIds?: readonly string[]
  acknowledged?: boolean
  assigned?: 'me' | 'nobody' | 'somebody'
  /** Part of the user name of the account that acknowledged the alarm, or of its assignee. */
  userName?: string
  search?: string
  /** Epoch ms; episodes that were open at some time from `from` until before `to`. */
  from?: number
  to?: number
}
