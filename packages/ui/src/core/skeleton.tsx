import { cx } from './class-names.ts'
import styles from './skeleton.module.css'

interface SkeletonProps {
  /** CSS width; number: px. */
  width?: number | string
  /** px */
  height?: number
  round?: boolean
}

/** A grey block in place of content that is being loaded. */
export function Skeleton({ width = '100%', height = 14, round = false }: SkeletonProps) {
  return <span className={cx(styles['block'], round && styles['round'])} style={{ width, height }} aria-hidden />
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

const widths = ['72%', '54%', '63%', '48%', '80%', '58%']
const widthOf = (index: number) => widths[index % widths.length] ?? '60%'

interface SkeletonTextProps {
  lines?: number
}

export function SkeletonText({ lines = 3 }: SkeletonTextProps) {
  return (
    <span className={styles['lines']}>
      {times(lines).map((index) => (
        <Skeleton key={index} width={widthOf(index)} />
      ))}
    </span>
  )
}

interface SkeletonStatRowProps {
  count?: number
  /** The first one is the big number. */
  lead?: boolean
}

/** The shape of a `StatRow`. */
export function SkeletonStatRow({ count = 4, lead = false }: SkeletonStatRowProps) {
  return (
    <div className={styles['stats']} aria-hidden>
      {times(count).map((index) => (
        <div key={index} className={styles['stat']}>
          <Skeleton width={80} height={12} />
          <Skeleton width={120} height={lead && index === 0 ? 32 : 24} />
        </div>
      ))}
    </div>
  )
}

interface SkeletonTableProps {
  rows?: number
  columns?: number
}

/** The shape of a `DataTable`. */
export function SkeletonTable({ rows = 6, columns = 5 }: SkeletonTableProps) {
  return (
    <div className={styles['table']} aria-hidden>
      {times(rows + 1).map((row) => (
        <div key={row} className={cx(styles['row'], row === 0 && styles['head'])}>
          {times(columns).map((column) => (
            <Skeleton key={column} width={widthOf(row + column)} height={row === 0 ? 10 : 14} />
          ))}
        </div>
      ))}
    </div>
  )
}

interface SkeletonChartProps {
  /** px, the same as the chart's */
  height?: number
}

/** The shape of a day curve. */
export function SkeletonChart({ height = 320 }: SkeletonChartProps) {
  return (
    <div className={styles['chart']} style={{ height }} aria-hidden>
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" width="100%" height="100%">
        <path d="M0 39 H22 C34 38 38 8 50 8 S66 38 78 39 H100" className={styles['curve']} />
      </svg>
    </div>
  )
}
