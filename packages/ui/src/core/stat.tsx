import type { ReactNode } from 'react'
import { variableOf, type QuantityTone } from '../tokens/tokens.ts'
import { cx } from './class-names.ts'
import { Figure, type FigureSize } from './figure.tsx'
import styles from './stat.module.css'

export interface StatProps {
  label: ReactNode
  value: string
  unit?: string
  /** `xl` for the one number that counts, `l` otherwise. */
  size?: Exclude<FigureSize, 's'>
  /** Colour of the quantity: a small mark before the label. */
  tone?: QuantityTone
  /** Under the number: comparison, coverage, hour of the peak. */
  note?: ReactNode
  /** Old data: the tile is striped, the number muted. */
  stale?: boolean
  /** Beside the label: an age badge. */
  badge?: ReactNode
  /** Identifies the tile for tests and scripts; `raw` is its value in the unit of the API. */
  testId?: string
  raw?: number | null | undefined
}

/** A figure with its label: one number that matters on the page. */
export function Stat({ label, value, unit, size = 'l', tone, note, stale = false, badge, testId, raw }: StatProps) {
  return (
    <div className={cx(styles['stat'], stale && styles['stale'])} data-testid={testId} data-value={raw ?? undefined}>
      <div className={styles['label']}>
        {tone && <span className={styles['mark']} style={{ background: `var(${variableOf(tone)})` }} />}
        <span>{label}</span>
        {badge}
      </div>
      <div className={styles['value']}>
        <Figure value={value} unit={unit} size={size} />
      </div>
      {note && (
        <div className={styles['note']}>
          {/* In a mirrored page a note keeps the order of its own language. */}
          <bdi>{note}</bdi>
        </div>
      )}
    </div>
  )
}

interface StatRowProps {
  children: ReactNode
  label?: string
}

/** Figures side by side on one surface, separated by hairlines. */
export function StatRow({ children, label }: StatRowProps) {
  return (
    <section className={styles['row']} aria-label={label}>
      {children}
    </section>
  )
}
