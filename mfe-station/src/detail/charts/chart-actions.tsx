import { apiBasePath, type Station } from '@helioport/contract'
import { messageLocaleOf, useLocale, useText } from '@helioport/i18n'
import { Button, Icon, Menu } from '@helioport/ui'
import { ChoiceField } from '@helioport/ui/form'
import { useTabText } from '../tab-texts.ts'
import { type Comparison, comparisonsOf } from './comparison.ts'
import styles from './chart-actions.module.css'

interface ChartActionsProps {
  station: Pick<Station, 'id'>
  period: 'day' | 'week' | 'month' | 'year' | 'total'
  /** The shown day, or a day of the shown period. */
  date: string
  comparison: Comparison
  onComparison: (comparison: Comparison) => void
  onPrint: () => void
}

const formats = ['csv', 'xlsx'] as const

/** Compare, export, print. */
export function ChartActions({ station, period, date, comparison, onComparison, onPrint }: ChartActionsProps) {
  const text = useTabText()
  const common = useText()
  const { code } = useLocale()
  const offered = comparisonsOf(period)
  const fileOf = (format: (typeof formats)[number]) => {
    const query = new URLSearchParams({ stationId: station.id, date, format, locale: messageLocaleOf(code) })
    if (period !== 'day') query.set('period', period)
    return `${apiBasePath}/exports/${period === 'day' ? 'station-day' : 'station-statistics'}?${query}`
  }
  return (
    <span className={styles.actions}>
      {offered.length > 1 && (
        <ChoiceField<Comparison>
          label={text('compare.label')}
          value={comparison}
          options={offered.map((value) => ({
            value,
            label: text(value === 'before' && period !== 'total' ? `compare.before.${period}` : `compare.${value}`),
          }))}
          onChange={onComparison}
        />
      )}
      <Menu
        label={text('export.label')}
        trigger={
          <>
            <Icon name="download" /> {text('export.label')}
          </>
        }
        items={formats.map((format) => ({ key: format, label: text(`export.${format}`), href: fileOf(format) }))}
      />
      <Button kind="text" onClick={onPrint}>
        {common('action.print')}
      </Button>
    </span>
  )
}
