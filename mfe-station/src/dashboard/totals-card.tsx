import type { StationsSummary } from '@helioport/contract'
import { useAgeText, useFormat } from '@helioport/i18n'
import { AgeBadge, Card } from '@helioport/ui'
import { co2Figure } from '../station/co2.ts'
import { FigureOf } from '../station/figure-of.tsx'
import { notesOf, useFigureNotes } from '../station/use-figure-notes.ts'
import { useStationText } from '../station/use-station-text.ts'
import styles from './totals.module.css'

/** Energy of all stations in this month, this year and in total, yield, sunshine hours, avoided CO2. */
export function TotalsCard({ summary }: { summary: StationsSummary }) {
  const text = useStationText()
  const ageText = useAgeText()
  const format = useFormat()
  const notes = useFigureNotes()
  const { lifetime } = summary
  const figures = [
    { key: 'month', figure: format.energy(summary.energyMonthKwh), raw: summary.energyMonthKwh },
    { key: 'year', figure: format.energy(summary.energyYearKwh), raw: summary.energyYearKwh },
    { key: 'total', figure: format.energy(summary.energyTotalKwh), raw: summary.energyTotalKwh },
    { key: 'measured', figure: format.energy(lifetime.measuredKwh), raw: lifetime.measuredKwh },
    {
      key: 'yield',
      figure: format.quantity(summary.specificYieldToday, 'kWh/kWp', 2),
      raw: summary.specificYieldToday,
    },
    {
      key: 'sunshine',
      figure: format.quantity(summary.peakSunshineHoursToday, 'h', 1),
      raw: summary.peakSunshineHoursToday,
    },
    { key: 'co2', figure: co2Figure(summary.co2Kg, format.quantity), raw: summary.co2Kg },
    { key: 'trees', figure: format.quantity(summary.trees, '', 0), raw: summary.trees },
  ] as const
  return (
    <Card
      title={text('totals.title')}
      subtitle={notesOf(
        summary.coverageToday === null
          ? undefined
          : text('kpi.coverageOf', { share: format.percent(summary.coverageToday, 1) }),
        notes.silent(summary.capacity),
      )}
      extra={summary.age.state !== 'none' && <AgeBadge state={summary.age.state} label={ageText(summary.age)} />}
    >
      <dl className={styles.figures}>
        {figures.map(({ key, figure, raw }) => (
          <div key={key}>
            <dt>{key === 'measured' ? notes.measuredSince(lifetime) : text(`totals.${key}`)}</dt>
            <dd data-testid={`totals-${key}`} data-value={raw ?? ''}>
              <FigureOf figure={figure} size="l" />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
