import type { AlarmCode } from '@helioport/contract'

/** Which alarms a list shows; absent: whatever it is. */
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
  /** Part of the user name of who acknowledged it, or to whom it is given. */
  userName?: string
  search?: string
  /** Epoch ms; episodes that were there at some time from `from` until before `to`. */
  from?: number
  to?: number
}
