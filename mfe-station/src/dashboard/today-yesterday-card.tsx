import { Link } from 'react-router-dom'
import { paths } from '@helioport/contract'
import { useEndpoint } from '@helioport/api-client'
import { ownRelease } from '@helioport/federation/remote'
import { useFormat } from '@helioport/i18n'
import { Card, SkeletonText } from '@helioport/ui'
import { Failure } from '../station/failure.tsx'
import { pollMs } from '../station/use-fleet.ts'
import { useStationText } from '../station/use-station-text.ts'
import styles from './dashboard.module.css'

const shown = 8

const widthOf = (value: number | null, most: number) => `${most > 0 ? (Math.max(0, value ?? 0) / most) * 100 : 0}%`

/** Rounded to 1 Wh. */
const kept = (kwh: number | null) => (kwh === null ? '' : Math.round(kwh * 1000) / 1000)

/** Energy of today so far against the whole of yesterday, per station, each with its own scale. */
export function TodayYesterdayCard() {
  const text = useStationText()
  const format = useFormat()
  const args = { query: { page: 1, pageSize: shown, sort: 'sortNumber' } } as const
  const { data, error, refetch } = useEndpoint('GET /stations', args, { refetchMs: pollMs, kept: ownRelease })
  return (
    <Card
      title={text('dashboard.todayYesterday')}
      extra={
        <span className={styles.legend}>
          <span className={styles.legendToday}>{text('dashboard.todayLabel')}</span>
          <span className={styles.legendYesterday}>{text('dashboard.yesterdayLabel')}</span>
        </span>
      }
    >
      {error && !data && <Failure title={text('failed.title')} error={error} onRetry={refetch} />}
      {!error && !data && <SkeletonText lines={5} />}
      <ul className={styles.rows} data-testid="today-yesterday">
        {data?.map(({ id, memberId, name, energyTodayKwh, energyYesterdayKwh, coverageToday }) => {
          const most = Math.max(energyTodayKwh ?? 0, energyYesterdayKwh ?? 0)
          return (
            <li
              key={id}
              className={styles.compareRow}
              data-station={id}
              data-today={kept(energyTodayKwh)}
              data-yesterday={kept(energyYesterdayKwh)}
            >
              <Link to={paths.station('charts', memberId, id)} className={styles.name}>
                {name}
              </Link>
              <span className={styles.compare} aria-hidden="true">
                {most > 0 && (
                  <span className={styles.yesterday} style={{ inlineSize: widthOf(energyYesterdayKwh, most) }} />
                )}
                <span className={styles.today} style={{ inlineSize: widthOf(energyTodayKwh, most) }} />
              </span>
              <span className={styles.value}>
                {format.energy(energyTodayKwh).text}
                <small> / {format.energy(energyYesterdayKwh).text}</small>
                {coverageToday !== null && coverageToday < 0.995 && (
                  <small className={styles.covered}>
                    {text('kpi.coverageOf', { share: format.percent(coverageToday, 0) })}
                  </small>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
