import type { ReactNode } from 'react'
import styles from './description-list.module.css'

interface DescriptionListProps {
  items: readonly { label: string; value: ReactNode; hint?: string }[]
}

/** Facts as pairs of label and value. */
export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className={styles['list']}>
      {items.map((item) => (
        <div key={item.label} className={styles['item']}>
          <dt className={styles['label']} title={item.hint}>
            {item.label}
          </dt>
          <dd className={styles['value']}>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
