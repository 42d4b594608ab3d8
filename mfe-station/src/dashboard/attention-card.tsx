import { Link } from 'react-router-dom'
import { type ListedStation, paths } from '@helioport/contract'
import type { EndpointState } from '@helioport/api-client'
import { useFormat } from '@helioport/i18n'
import { Card, Icon, SkeletonText } from '@helioport/ui'
import { Failure } from '../station/failure.tsx'
import { needingStations } from '../station/needing-stations.ts'
import { StationAge } from '../station/station-age.tsx'
import { StationStatus } from '../station/station-status.tsx'
import { useAttentionText } from '../station/use-attention-text.ts'
import { useStationText } from '../station/use-station-text.ts'
import styles from './dashboard.module.css'

interface AttentionCardProps {
  /** The first stations, most urgent first. */
  list: EndpointState<ListedStation[]>
  /** Number of all stations that need a person. */
  total: number
  /** Epoch ms. */
  now: number
}

export function AttentionCard({ list: { data, error, refetch }, total, now }: AttentionCardProps) {
  const text = useStationText()
  const format = useFormat()
  const reasonOf = useAttentionText()
  const stations = data ?? []
  const rest = total - stations.length
  return (
    <Card title={text('dashboard.attention')}>
      {error && stations.length === 0 && <Failure title={text('failed.title')} error={error} onRetry={refetch} />}
      {total > 0 && !data && !error && <SkeletonText lines={Math.min(total, 3)} />}
      {total === 0 && (
        <p className={styles.calm}>
          <Icon name="checkCircle" /> {text('summary.nothing')}
        </p>
      )}
      <ul className={styles.rows}>
        {stations.map((station) => (
          <li key={station.id} className={styles.todoRow}>
            <Link to={paths.station('charts', station.memberId, station.id)} className={styles.name}>
              {station.name}
            </Link>
            <span className={styles.why}>{reasonOf(station)}</span>
            <StationAge station={station} now={now} />
            <StationStatus status={station.status} reason={station.statusReason} />
          </li>
        ))}
      </ul>
      {rest > 0 && stations.length > 0 && (
        <p className={styles.foot}>
          <Link to={needingStations}>{text('summary.more', { count: format.number(rest) })}</Link>
        </p>
      )}
    </Card>
  )
}
