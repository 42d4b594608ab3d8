import { variableOf, type QuantityTone } from '../tokens/tokens.ts'
import { sparklinePaths } from './sparkline-path.ts'
import styles from './sparkline.module.css'

interface SparklineProps {
  /** Evenly spaced; null: gap. */
  values: readonly (number | null)[]
  /** px */
  width?: number
  height?: number
  tone?: QuantityTone
  /** Upper end of the scale; otherwise the largest value. */
  max?: number | undefined
  /** Number of values of the whole period, so that a running day fills only its part. */
  slots?: number
  /** Read aloud. */
  label: string
  muted?: boolean
}

/** A small curve without axes, from zero; gaps stay gaps. */
export function Sparkline({
  values,
  width = 96,
  height = 28,
  tone = 'generation',
  max,
  slots,
  label,
  muted = false,
}: SparklineProps) {
  const { line, area } = sparklinePaths(values, { width, height, max, slots: slots ?? values.length })
  return (
    <svg
      className={styles['sparkline']}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      style={{ color: `var(${variableOf(muted ? 'neutral' : tone)})` }}
    >
      <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} className={styles['base']} />
      <path d={area} className={styles['area']} />
      <path d={line} className={styles['line']} />
    </svg>
  )
}
