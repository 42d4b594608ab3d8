import { Link } from 'react-router-dom'
import { paths } from '@helioport/contract'
import { useEndpoint } from '@helioport/api-client'
import { useFormat, useSettingText, useText } from '@helioport/i18n'
import { Card } from '@helioport/ui'
import { pollMs } from '../station/use-fleet.ts'
import { useStationText } from '../station/use-station-text.ts'
import styles from './dashboard.module.css'

const shown = 6

/** Large orders that wait for this person as the second approver; usually empty, then renders nothing. */
export function OrdersCard() {
  const text = useStationText()
  const status = useText('status')
  const settingText = useSettingText()
  const format = useFormat()
  const { data = [], total = 0 } = useEndpoint(
    'GET /commands',
    { query: { waitsForMe: true, page: 1, pageSize: shown } },
    { refetchMs: pollMs },
  )
  if (data.length === 0) return null
  return (
    <Card title={text('orders.title')} subtitle={format.number(total)}>
      <ul className={styles.rows} data-testid="orders">
        {data.map(({ id, kind, setting, stationName, userName, counts, hold, timeZone }) => (
          <li key={id} className={styles.orderRow}>
            <span className={styles.alarmText}>
              <Link to={paths.command(id)} className={styles.name}>
                {status(`commandKind.${kind}`)} {setting && settingText(setting)}
              </Link>
              <small>
                {stationName} · {text('todo.devices', { count: format.number(counts.total) })} · {userName ?? '–'}
              </small>
            </span>
            {hold && (
              <time className={styles.when} dateTime={hold.until}>
                {text('orders.until', { time: format.dateTime(hold.until, timeZone) })}
              </time>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
