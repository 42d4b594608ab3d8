import type { OwnMail } from '@helioport/contract'
import type { StatusTone } from '@helioport/ui'

/** Status tones of the delivery states of a message. */
export const mailTones: Record<OwnMail['state'], StatusTone> = {
  delivered: 'normal',
  taken: 'standby',
  undelivered: 'abnormal',
  waiting: 'standby',
  kept: 'offline',
  failed: 'abnormal',
}
