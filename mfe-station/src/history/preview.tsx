import { useMemo } from 'react'
import { useChartTexts, useFormat } from '@helioport/i18n'
import { DescriptionList } from '@helioport/ui'
import { BarChart } from '@helioport/ui/chart'
import { barsOf } from './bars.ts'
import styles from './history.module.css'
import { useHistoryText } from './history-texts.ts'
import { LinesList } from './lines-list.tsx'
import type { ReadFile } from './reader.ts'

const chartHeight = 260

/** The read data: period, energy of its days, and unreadable lines. */
export function Preview({ read, zone }: { read: ReadFile; zone: string }) {
  const text = useHistoryText()
  const format = useFormat()
  const texts = useChartTexts(zone)
  const { bins, values, isMonths } = useMemo(() => barsOf(read.days, format), [read.days, format])
  const known = read.days.flatMap(({ kwh }) => kwh ?? [])
  const total = known.reduce((sum, kwh) => sum + kwh, 0)
  const counted = (count: number) => ({ count, rows: format.number(count) })
  const losses = read.losses.map(({ file, line, reason, text: shown }) => ({
    file: read.files > 1 ? file : undefined,
    line,
    why: text(`loss.${reason}`),
    shown,
  }))
  const sums = read.sums.map(({ file, line, text: shown }) => ({
    file: read.files > 1 ? file : undefined,
    line,
    why: text('preview.sum'),
    shown,
  }))
  return (
    <div className={styles['preview']}>
      <DescriptionList
        items={[
          { label: text('preview.from'), value: format.dateTime(read.from, zone) },
          { label: text('preview.to'), value: format.dateTime(read.to, zone) },
          { label: text('preview.lines'), value: format.number(read.records) },
          { label: text('interval'), value: text('minutes', { count: read.intervalMinutes }) },
          { label: text('preview.energy'), value: known.length === 0 ? '–' : format.energy(total).text },
        ]}
      />
      {known.length > 0 && (
        <BarChart
          label={text(isMonths ? 'preview.months' : 'preview.days')}
          bins={bins}
          series={[
            { id: 'energy', label: text('preview.energy'), unit: 'energy', kind: 'bar', tone: 'generation', values },
          ]}
          formatValue={{ energy: (kwh) => format.energy(kwh).text }}
          height={chartHeight}
          texts={texts}
        />
      )}
      {read.sums.length > 0 && (
        <LinesList title={text('preview.sums', counted(read.sums.length))} lines={sums} total={read.sums.length} />
      )}
      {read.repeated > 0 && <p className={styles['note']}>{text('preview.repeated', counted(read.repeated))}</p>}
      {read.lost > 0 && <LinesList title={text('preview.lost', counted(read.lost))} lines={losses} total={read.lost} />}
    </div>
  )
}
