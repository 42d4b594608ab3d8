import { cx } from './class-names.ts'
import styles from './figure.module.css'

export type FigureSize = 's' | 'm' | 'l' | 'xl' | 'xxl'

interface FigureProps {
  value: string
  unit?: string | undefined
  size?: FigureSize
}

/** A number with tabular digits. The unit is small, muted and never wrapped away from it. */
export function Figure({ value, unit, size = 's' }: FigureProps) {
  return (
    <span className={cx(styles['figure'], styles[size])}>
      <span className={styles['value']}>{value}</span>
      {unit ? (
        <>
          {'\u00a0'}
          <span className={styles['unit']}>{unit}</span>
        </>
      ) : null}
    </span>
  )
}
