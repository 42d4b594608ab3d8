import type { StationsSummary } from '@helioport/contract'
import { useAgeText, useFormat } from '@helioport/i18n'
import { AgeBadge, Card } from '@helioport/ui'
import { useStationText } from '../station/use-station-text.ts'
import styles from './totals.module.css'

const stretches = ['today', 'month', 'year', 'total'] as const

/** Income, with a row for each currency: amounts of different currencies cannot be added. */
export function IncomeCard({ summary }: { summary: StationsSummary }) {
  const text = useStationText()
  const ageText = useAgeText()
  const format = useFormat()
  return (
    <Card
      title={text('income.title')}
      extra={summary.age.state !== 'none' && <AgeBadge state={summary.age.state} label={ageText(summary.age)} />}
    >
      {summary.incomes.length === 0 ? (
        <p className={styles.note}>{text('kpi.noIncome')}</p>
      ) : (
        <div className={styles.scroller} tabIndex={0} role="region" aria-label={text('income.title')}>
          <table className={styles.table} data-testid="incomes">
            <thead>
              <tr>
                <th scope="col">{text('income.currency')}</th>
                {stretches.map((stretch) => (
                  <th key={stretch} scope="col">
                    {text(`income.${stretch}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {summary.incomes.map((income) => (
                <tr key={income.currency} data-currency={income.currency}>
                  <th scope="row">{income.currency}</th>
                  {stretches.map((stretch) => (
                    <td key={stretch} data-value={income[stretch] ?? ''}>
                      {format.money(income[stretch], income.currency)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={styles.note}>{text('income.note')}</p>
    </Card>
  )
}
