import type { ReactNode } from 'react'
import { type Figure, useFormat, useText } from '@helioport/i18n'
import { shareOfCapacity, shareText } from '../station/share.ts'
import type { StationsSummary } from '../station/summary.ts'
import { useStationText } from '../station/use-station-text.ts'
import styles from './screen.module.css'

interface ScreenTotalsProps {
  summary: StationsSummary
  isReady: boolean
}

function Big({
  label,
  figure,
  note,
  size,
}: {
  label: string
  figure: Figure
  note?: ReactNode
  size: 'hero' | 'large'
}) {
  return (
    <section className={styles.total}>
      <h2 className={styles.label}>{label}</h2>
      <p className={styles.number} data-size={size}>
        {figure.value}
        <span className={styles.unit}>{figure.unit}</span>
      </p>
      {note}
    </section>
  )
}

const statusOrder = ['normal', 'standby', 'abnormal', 'offline'] as const

/** How much now and today, over all plants; money by currency, devices by status. */
export function ScreenTotals({ summary, isReady }: ScreenTotalsProps) {
  const text = useStationText()
  const word = useText('status')
  const format = useFormat()
  const share = shareOfCapacity(summary.power.value, summary.powerCapacityKwp)
  return (
    <div className={styles.totals} aria-busy={!isReady}>
      <Big
        label={text('screen.power')}
        size="hero"
        figure={format.power(summary.power.value)}
        note={
          <>
            <div className={styles.meter} aria-hidden="true">
              <span style={{ inlineSize: `${Math.min(1, share ?? 0) * 100}%` }} />
            </div>
            {share !== null && (
              <p className={styles.note}>
                {text('summary.ofCapacity', {
                  share: shareText(share, format),
                  capacity: format.capacity(summary.powerCapacityKwp).text,
                })}
              </p>
            )}
          </>
        }
      />
      <Big label={text('screen.today')} size="large" figure={format.energy(summary.energyToday.value)} />
      <section className={styles.total}>
        <h2 className={styles.label}>{text('summary.income')}</h2>
        <ul className={styles.money}>
          {summary.income.map(({ currency, amount }) => (
            <li key={currency}>
              <span className={styles.currency}>{currency}</span>
              {format.money(amount, currency)}
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.total}>
        <h2 className={styles.label}>{text('column.devices')}</h2>
        <ul className={styles.counts}>
          {statusOrder.map((status) => (
            <li
              key={status}
              className={styles.dot}
              data-status={status}
              data-none={summary.devices[status] === 0 || undefined}
            >
              <strong>{format.number(summary.devices[status])}</strong> {word(`status.${status}`)}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
