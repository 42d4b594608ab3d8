import { Link } from 'react-router-dom'
import { paths, type Station } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { Bar, Card } from '@helioport/ui'
import { rankedByYield } from '../station/summary.ts'
import { useStationText } from '../station/use-station-text.ts'
import styles from './dashboard.module.css'

const shown = 8

/** Who made most of its size today. */
export function RankingCard({ stations }: { stations: readonly Station[] }) {
  const text = useStationText()
  const format = useFormat()
  const ranking = rankedByYield(stations).slice(0, shown)
  const best = ranking[0]?.specificYieldToday ?? 0
  return (
    <Card title={text('dashboard.ranking')}>
      <ol className={styles.rows}>
        {ranking.map(({ id, memberId, name, specificYieldToday }, index) => (
          <li key={id} className={styles.rankRow}>
            <span className={styles.rank}>{format.number(index + 1)}</span>
            <Link to={paths.station('charts', memberId, id)} className={styles.name}>
              {name}
            </Link>
            <Bar
              share={best > 0 ? (specificYieldToday ?? 0) / best : 0}
              label={`${name}: ${format.number(specificYieldToday, 2)} kWh/kWp`}
            />
            <span className={styles.value}>{format.number(specificYieldToday, 2)}</span>
          </li>
        ))}
      </ol>
      <p className={styles.foot}>{text('dashboard.rankingNote')}</p>
    </Card>
  )
}
