import { Link } from 'react-router-dom'
import { paths } from '@helioport/contract'
import { useEndpoint } from '@helioport/api-client'
import { useAlarmText, useFormat, useText } from '@helioport/i18n'
import { Card, Icon, LinkButton, SkeletonText } from '@helioport/ui'
import { Failure } from '../station/failure.tsx'
import { hrefOf } from '../station/href.ts'
import { pollMs } from '../station/use-stations.ts'
import { useStationText } from '../station/use-station-text.ts'
import styles from './dashboard.module.css'

const shown = 6

/** The newest open alarm episodes of all stations. */
export function AlarmsCard({ now }: { now: number }) {
  const text = useStationText()
  const word = useText('status')
  const alarmText = useAlarmText()
  const format = useFormat()
  const record = hrefOf(paths.record())
  const alarms = useEndpoint(
    'GET /alarms',
    { query: { state: 'open', page: 1, pageSize: shown } },
    { refetchMs: pollMs },
  )
  return (
    <Card
      title={text('dashboard.alarms')}
      subtitle={alarms.total ? format.number(alarms.total) : undefined}
      extra={
        <LinkButton kind="text" size="s" href={record} iconAfter="chevronRight">
          {text('dashboard.allAlarms')}
        </LinkButton>
      }
    >
      {alarms.isLoading && <SkeletonText lines={4} />}
      {alarms.error && !alarms.data && (
        <Failure title={text('failed.alarmsTitle')} error={alarms.error} onRetry={alarms.refetch} />
      )}
      {alarms.data?.length === 0 && (
        <p className={styles.calm}>
          <Icon name="checkCircle" /> {text('dashboard.noAlarms')}
        </p>
      )}
      <ul className={styles.rows}>
        {alarms.data?.map((alarm) => (
          <li key={alarm.id} className={styles.alarmRow}>
            <span className={styles.code} data-class={alarm.class} title={word(`alarmClass.${alarm.class}`)}>
              {alarm.code}
            </span>
            <span className={styles.alarmText}>
              <Link to={paths.device('alarms', alarm.memberId, alarm.deviceId)} className={styles.name}>
                {alarmText(alarm.code)?.name ?? alarm.code}
              </Link>
              <small>
                {alarm.stationName} · {alarm.deviceName}
              </small>
            </span>
            <time
              className={styles.when}
              dateTime={alarm.raisedAt}
              title={format.dateTime(alarm.raisedAt, alarm.timeZone)}
            >
              {format.ago(alarm.raisedAt, now)}
            </time>
          </li>
        ))}
      </ul>
    </Card>
  )
}
