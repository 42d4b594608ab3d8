import type { RowErrorCode } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { LinkButton, Notice } from '@helioport/ui'
import styles from './history.module.css'
import { useHistoryText } from './history-texts.ts'
import { LinesList } from './lines-list.tsx'
import type { Checked } from './send-file.ts'

interface CheckResultProps {
  checked: Checked
  /** First instant of the file, epoch ms. */
  from: number
  zone: string
  start: StationStart
}

/** First day of the station, before which nothing counts, and where to change it. */
export interface StationStart {
  day: string
  edit: string
}

/** Result of the dry run: how many rows would be imported, and which are refused for which reason. */
export function CheckResult({ checked, from, zone, start }: CheckResultProps) {
  const text = useHistoryText()
  const format = useFormat()
  const why = (code: string) => text(`row.${code.replace(/^row\./, '') as Short}`)
  const counted = (count: number) => ({ count, rows: format.number(count) })
  const refused = [...checked.refused.values()].reduce((sum, count) => sum + count, 0)
  return (
    <div className={styles['preview']} data-testid="check-result">
      <Notice tone={checked.accepted > 0 ? 'info' : 'warn'}>
        {text('check.accepted', counted(checked.accepted))}
        {checked.keptAside > 0 && ` ${text('check.keptAside', counted(checked.keptAside))}`}
      </Notice>
      {checked.refused.has('row.beforeStart') && (
        <Notice tone="warn" action={<LinkButton href={start.edit}>{text('check.toStart')}</LinkButton>}>
          {text('check.beforeStart', { day: format.date(start.day), first: format.date(from, zone) })}
        </Notice>
      )}
      {refused > 0 && (
        <>
          <ul className={styles['reasons']}>
            {[...checked.refused].map(([code, count]) => (
              <li key={code}>
                {format.number(count)} · {why(code)}
              </li>
            ))}
          </ul>
          <LinesList
            title={text('check.refused', counted(refused))}
            lines={checked.lines.map(({ file, line, code }) => ({ file, line, why: why(code) }))}
            total={refused}
          />
        </>
      )}
    </div>
  )
}

type Short = RowErrorCode extends `row.${infer Name}` ? Name : never
