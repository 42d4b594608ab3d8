import { useEndpoint } from '@helioport/api-client'
import type { Alarm, AlarmDetail } from '@helioport/contract'
import { useFormat, useStatusText, useText } from '@helioport/i18n'
import { DescriptionList, StatusTag } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import styles from './alarms-page.module.css'

interface AlarmSinceProps {
  alarm: Alarm
  /** Values when it was raised; null: no longer stored. */
  values: AlarmDetail['values']
}

/** Changes since the alarm was raised, and how often it has recurred. */
export function AlarmSince({ alarm, values }: AlarmSinceProps) {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const statusText = useStatusText()
  const { deviceId, code, raisedAt } = alarm
  const { data: device } = useEndpoint('GET /devices/:deviceId', { params: { deviceId } })
  const again = useEndpoint('GET /alarms', {
    query: { deviceId, code, view: 'episodes', from: raisedAt, pageSize: 1 },
  })
  if (!device) return null
  // Without this episode.
  const count = again.total === undefined ? undefined : Math.max(0, again.total - 1)
  const change = (then: string | undefined, now: string) => (then === undefined ? now : `${then} → ${now}`)
  return (
    <section>
      <h3 className={styles['heading']}>{text('since.title')}</h3>
      <DescriptionList
        items={[
          {
            label: text('alarms.state'),
            value: <StatusTag status={device.status} look="plain" {...statusText(device.status)} />,
          },
          {
            label: text('values.power'),
            value: change(values ? format.power(values.powerW).text : undefined, format.power(device.powerW).text),
          },
          {
            label: text('values.cabinet'),
            value: change(
              values ? format.quantity(values.cabinetC, '°C', 1).text : undefined,
              format.quantity(device.cabinetC, '°C', 1).text,
            ),
          },
          {
            label: text('since.again'),
            value:
              count === undefined
                ? '–'
                : count === 0
                  ? text('since.never')
                  : text('since.times', { count, number: format.number(count) }),
          },
        ]}
      />
    </section>
  )
}
