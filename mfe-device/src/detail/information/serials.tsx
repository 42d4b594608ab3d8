import { useEndpoint } from '@helioport/api-client'
import type { Device } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Card } from '@helioport/ui'
import type enUS from '../../messages/en-US.ts'
import styles from './information-tab.module.css'

/** Former inverters in this place, newest first; renders nothing if there were none. */
export function Serials({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const { data = [], isPrevious } = useEndpoint('GET /devices/:deviceId/serials', { params: { deviceId: device.id } })
  if (isPrevious || data.length < 2) return null
  return (
    <Card title={text('serials.title')} subtitle={text('serials.hint')}>
      <ol className={styles['serials']}>
        {data.map(({ serial, model, from, until }) => (
          <li key={`${serial} ${from ?? ''}`}>
            <span className={styles['number']}>{serial}</span>
            <span>{model}</span>
            <span className={styles['quiet']}>
              {from === null ? text('serials.first') : format.dateTime(from, device.timeZone)}
              {' – '}
              {until === null ? text('serials.today') : format.dateTime(until, device.timeZone)}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
