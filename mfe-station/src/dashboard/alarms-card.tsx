import { Link } from 'react-router-dom'
import { paths } from '@helioport/contract'
import { useEndpoint, useSend } from '@helioport/api-client'
import { useAlarmText, useErrorText, useFormat, useText } from '@helioport/i18n'
import { Card, Icon, IconButton, LinkButton, Notice, SkeletonText } from '@helioport/ui'
import { Failure } from '../station/failure.tsx'
import { hrefOf } from '../station/href.ts'
import { pollMs } from '../station/use-fleet.ts'
import { useStationText } from '../station/use-station-text.ts'
import styles from './dashboard.module.css'

const shown = 6

/** To do: open, unacknowledged alarms, newest first; each can be acknowledged here. */
export function AlarmsCard({ now }: { now: number }) {
  const text = useStationText()
  const word = useText('status')
  const alarmText = useAlarmText()
  const errorText = useErrorText()
  const format = useFormat()
  const record = hrefOf(paths.record())
  const alarms = useEndpoint(
    'GET /alarms',
    { query: { state: 'open', acknowledged: false, lowLight: false, page: 1, pageSize: shown } },
    { refetchMs: pollMs },
  )
  const seen = useSend('PUT /alarms/:alarmId/acknowledgement', { refreshes: ['GET /alarms'] })
  return (
    <Card
      title={text('todo.title')}
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
          <Icon name="checkCircle" /> {text('todo.none')}
        </p>
      )}
      {seen.error && <Notice tone="warn">{errorText(seen.error, () => {}).title}</Notice>}
      <ul className={styles.rows} data-testid="todos">
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
                {alarm.stationName} ·{' '}
                {alarm.deviceCount > 1
                  ? text('todo.devices', { count: format.number(alarm.deviceCount) })
                  : alarm.deviceName}
              </small>
            </span>
            <time
              className={styles.when}
              dateTime={alarm.raisedAt}
              title={format.dateTime(alarm.raisedAt, alarm.timeZone)}
            >
              {format.ago(alarm.raisedAt, now)}
            </time>
            <IconButton
              icon="check"
              size="s"
              label={text('todo.seen', { name: alarmText(alarm.code)?.name ?? alarm.code })}
              onClick={() => {
                seen.send({ params: { alarmId: alarm.id }, body: { acknowledged: true } }).catch(() => {})
              }}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
