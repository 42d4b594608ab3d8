import { Fragment } from 'react'
import { Name, type ViewProps } from './rows.tsx'
import styles from './cards.module.css'

/** Rows as cards: title and aside columns on top, then pairs of label and value. */
export function Cards<T>({ columns, rows, rowKey, rowHref, onRowClick, label }: ViewProps<T>) {
  const title = columns.find((column) => column.card === 'title') ?? columns[0]
  const aside = columns.filter((column) => column.card === 'aside' && column !== title)
  const pairs = columns.filter((column) => column !== title && column.card === undefined)
  return (
    <ul className={styles['cards']} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={styles['card']} data-row={rowKey(row)}>
          <div className={styles['head']}>
            <div className={styles['title']}>
              {title && <Name row={row} column={title} rowHref={rowHref} onRowClick={onRowClick} />}
            </div>
            {aside.map((column) => (
              <Fragment key={column.key}>{column.render(row)}</Fragment>
            ))}
          </div>
          {pairs.length > 0 && (
            <dl className={styles['pairs']}>
              {pairs.map((column) => (
                <div key={column.key} className={styles['pair']}>
                  <dt>{column.title}</dt>
                  <dd>{column.render(row)}</dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  )
}
