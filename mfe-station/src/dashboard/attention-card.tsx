import { Link } from 'react-router-dom'
import { paths, type Station } from '@helioport/contract'
import { Card, Icon } from '@helioport/ui'
import { StationAge } from '../station/station-age.tsx'
import { StationStatus } from '../station/station-status.tsx'
import { useAttentionText } from '../station/use-attention-text.ts'
import { useStationText } from '../station/use-station-text.ts'
import styles from './dashboard.module.css'

interface AttentionCardProps {
  /** Most urgent first. */
  stations: readonly Station[]
  /** Epoch ms. */
  now: number
}

export function AttentionCard({ stations, now }: AttentionCardProps) {
  const text = useStationText()
  const reasonOf = useAttentionText()
  return (
    <Card title={text('dashboard.attention')}>
      {stations.length === 0 && (
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
    </Card>
  )
}
