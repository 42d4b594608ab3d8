import { useFormat } from '@helioport/i18n'
import styles from './history.module.css'
import { useHistoryText } from './history-texts.ts'

interface LinesListProps {
  title: string
  /** The first lines. */
  lines: readonly { file?: string | undefined; line: number; why: string; shown?: string }[]
  total: number
}

/** Refused lines, each with its reason; collapsed at first. */
export function LinesList({ title, lines, total }: LinesListProps) {
  const text = useHistoryText()
  const format = useFormat()
  const left = total - lines.length
  return (
    <details className={styles['lines']}>
      <summary>{title}</summary>
      <ol>
        {lines.map(({ file, line, why, shown }, nth) => (
          <li key={`${nth} ${line}`}>
            {file !== undefined && (
              <>
                <bdi>{file}</bdi>{' '}
              </>
            )}
            {text('line', { line: format.number(line) })} · {why}
            {shown && (
              <>
                {' '}
                <bdi className={styles['shown']}>{shown}</bdi>
              </>
            )}
          </li>
        ))}
      </ol>
      {left > 0 && <p>{text('lines.more', { count: left, rows: format.number(left) })}</p>}
    </details>
  )
}
