import { useFormat } from '@helioport/i18n'
import { useStationText } from '../station/use-station-text.ts'
import styles from './list.module.css'

interface YieldCellProps {
  /** kWh/kWp of today. */
  value: number | null
  /** Rank among all stations of the account, from 1; null: unknown. */
  rank: number | null
}

/** kWh/kWp of today, with its rank. */
export function YieldCell({ value, rank }: YieldCellProps) {
  const text = useStationText()
  const format = useFormat()
  return (
    <span className={styles.yield}>
      {format.number(value, 2)}
      {rank !== null && (
        <span className={styles.rank} title={text('figure.rank', { rank: format.number(rank) })}>
          {text('figure.rankShort', { rank: format.number(rank) })}
        </span>
      )}
    </span>
  )
}
