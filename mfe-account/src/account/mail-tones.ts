import type { OwnMail } from '@helioport/contract'
import type { StatusTone } from '@helioport/ui'

/** How a message stands that was sent to the person. */
export const mailTones: Record<OwnMail['state'], StatusTone> = {
  delivered: 'normal',
  taken: 'standby',
  undelivered: 'abnormal',
  waiting: 'standby',
  kept: 'offline',
  failed: 'abnormal',
}
