import type { ReactNode } from 'react'
import styles from './description-list.module.css'

interface DescriptionListProps {
  items: readonly { label: string; value: ReactNode; hint?: string }[]
}

/** A value up to this length is a number with its unit, a date or a word: it is not wrapped. */
const shortText = 16

/** Facts as pairs of label and value. */
export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className={styles['list']}>
      {items.map((item) => (
        <div key={item.label} className={styles['item']}>
          <dt className={styles['label']} title={item.hint}>
            {item.label}
          </dt>
          <dd
            className={styles['value']}
            data-short={(typeof item.value === 'string' && item.value.length <= shortText) || undefined}
          >
            {item.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
