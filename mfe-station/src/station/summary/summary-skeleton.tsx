import { Skeleton } from '@helioport/ui'
import styles from './summary-strip.module.css'

const cells = ['state', 'power', 'today', 'income', 'devices']

/** The shape of the strip, so that nothing moves when the figures arrive. */
export function SummarySkeleton() {
  return (
    <div className={styles.strip} aria-hidden="true">
      {cells.map((cell) => (
        <div key={cell} className={styles.cell} data-cell={cell}>
          <Skeleton width={72} height={12} />
          <span className={styles.figure}>
            <Skeleton width="60%" height={26} />
          </span>
          <Skeleton width="80%" height={10} />
        </div>
      ))}
    </div>
  )
}
