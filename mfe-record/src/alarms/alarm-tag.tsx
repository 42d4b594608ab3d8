import { type Alarm, lowLightAlarms } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { StatusTag } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'

/** Class of an alarm. Alarms that low light raises at dawn and dusk are shown as information, whatever their class. */
export function AlarmTag({ alarm, look = 'plain' }: { alarm: Alarm; look?: 'soft' | 'plain' }) {
  const text = useText<typeof enUS>('record')
  const status = useText('status')
  if (lowLightAlarms.has(alarm.code)) {
    return <StatusTag status="info" look={look} label={text('lowLight')} reason={text('lowLightHint')} />
  }
  return (
    <StatusTag
      status={alarm.class === 'fault' ? 'abnormal' : 'info'}
      look={look}
      label={status(`alarmClass.${alarm.class}`)}
    />
  )
}
