import { IconButton } from '../core/button.tsx'
import type { TableTexts } from './table-texts.ts'
import styles from './pagination.module.css'

export interface PageState {
  /** From 1. */
  number: number
  size: number
  total: number
  onChange: (number: number, size: number) => void
  /** Page sizes to choose from. */
  sizes?: readonly number[]
}

interface PaginationProps extends PageState {
  texts: TableTexts
  locale: string
}

const standardSizes = [10, 20, 50, 100] as const

/** The range of shown rows, buttons to the previous and next page, and the page size. */
export function Pagination({ number, size, total, onChange, sizes = standardSizes, texts }: PaginationProps) {
  const pages = Math.max(Math.ceil(total / size), 1)
  const from = total === 0 ? 0 : (number - 1) * size + 1
  const to = Math.min(number * size, total)
  return (
    <div className={styles['pagination']}>
      {total > (sizes[0] ?? size) && (
        <select
          className={styles['size']}
          value={size}
          aria-label={texts.pageSize(size)}
          onChange={(event) => onChange(1, Number(event.target.value))}
        >
          {sizes.map((option) => (
            <option key={option} value={option}>
              {texts.pageSize(option)}
            </option>
          ))}
        </select>
      )}
      <span className={styles['range']}>{texts.range(from, to, total)}</span>
      {pages > 1 && (
        <span className={styles['steps']}>
          <IconButton
            icon="chevronLeft"
            size="s"
            label={texts.previousPage}
            disabled={number <= 1}
            onClick={() => onChange(number - 1, size)}
          />
          <IconButton
            icon="chevronRight"
            size="s"
            label={texts.nextPage}
            disabled={number >= pages}
            onClick={() => onChange(number + 1, size)}
          />
        </span>
      )}
    </div>
  )
}
