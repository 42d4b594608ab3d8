import { Fragment } from 'react'
import { VisuallyHidden } from '../core/visually-hidden.tsx'
import type { Column } from './column.ts'
import { Name, type ViewProps } from './rows.tsx'
import styles from './cards.module.css'

/**
 * Rows as cards: title and aside columns on top, a line of the most important values, then pairs of label and value.
 */
export function Cards<T>({ columns, rows, rowKey, rowHref, onRowClick, label, texts }: ViewProps<T>) {
  const title = columns.find((column) => column.card === 'title') ?? columns[0]
  const aside = columns.filter((column) => column.card === 'aside' && column !== title)
  const pairs = columns.filter((column) => column !== title && column.card === undefined)
  const line = columns.filter((column) => column.card === 'line')
  return (
    <ul className={styles['cards']} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={styles['card']} data-row={rowKey(row)}>
          <div className={styles['head']}>
            <div className={styles['title']}>
              {title && <Name row={row} column={title} rowHref={rowHref} onRowClick={onRowClick} />}
            </div>
            {aside.length > 0 && (
              <div className={styles['aside']}>
                {aside.map((column) => (
                  <Fragment key={column.key}>{column.render(row)}</Fragment>
                ))}
              </div>
            )}
          </div>
          {line.length > 0 ? (
            <details className={styles['more']}>
              <summary className={styles['line']}>
                {line.map((column) => (
                  <span key={column.key}>
                    <VisuallyHidden>{`${column.title}: `}</VisuallyHidden>
                    {column.render(row)}
                  </span>
                ))}
              </summary>
              <Pairs columns={pairs} row={row} texts={texts} />
            </details>
          ) : (
            <Pairs columns={pairs} row={row} texts={texts} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Pairs<T>({ columns, row, texts }: { columns: readonly Column<T>[]; row: T } & Pick<ViewProps<T>, 'texts'>) {
  if (columns.length === 0) return null
  return (
    <dl className={styles['pairs']}>
      {columns.map((column) => (
        <div key={column.key} className={styles['pair']}>
          <dt>{column.title === '' ? <VisuallyHidden>{texts.actions}</VisuallyHidden> : column.title}</dt>
          <dd>{column.render(row)}</dd>
        </div>
      ))}
    </dl>
  )
}
