import { lazy, Suspense } from 'react'
import type { Station, StationsSummary } from '@helioport/contract'
import { useAgeText, useFormat, useText } from '@helioport/i18n'
import { AgeBadge, Bar, Icon, StatusTag } from '@helioport/ui'
import { shareOfCapacity, shareText } from '../share.ts'
import { FigureOf } from '../figure-of.tsx'
import { useStationText } from '../use-station-text.ts'
import { DevicesCell } from './devices-cell.tsx'
import styles from './summary-strip.module.css'

interface SummaryStripProps {
  summary: StationsSummary
  /** The station that needs a person most; undefined: none, or not loaded yet. */
  first: Station | undefined
}

// Fetched only when something is wrong.
const FirstNeed = lazy(async () => ({ default: (await import('./first-need.tsx')).FirstNeed }))

/** English text in a mirrored page keeps its direction. */
function Note({ children }: { children: string }) {
  return (
    <p className={styles.note}>
      <bdi>{children}</bdi>
    </p>
  )
}

/** Whether all is well; if not, where, why, at what cost, and a link. */
function State({ summary, first }: SummaryStripProps) {
  const text = useStationText()
  const word = useText('status')
  const format = useFormat()
  const isWell = summary.attention === 0
  const hasFault = summary.stationCounts.abnormal > 0
  const tone = isWell ? 'good' : hasFault ? 'bad' : 'warn'
  return (
    <section className={styles.cell} data-cell="state" data-testid="summary-state" data-tone={tone}>
      <p className={styles.state}>
        <Icon name={isWell ? 'checkCircle' : 'alarm'} size={20} />
        <span>
          {isWell ? text('summary.allWell') : text('summary.needsYou', { count: format.number(summary.attention) })}
        </span>
      </p>
      {isWell && <p className={styles.nothing}>{text('summary.nothing')}</p>}
      {!isWell && first && (
        <Suspense>
          <FirstNeed key={first.id} station={first} others={summary.attention - 1} />
        </Suspense>
      )}
      <ul className={styles.counts}>
        {(['normal', 'standby', 'abnormal', 'offline'] as const)
          .filter((status) => summary.stationCounts[status] > 0)
          .map((status) => (
            <li key={status}>
              <StatusTag
                status={status}
                look="plain"
                label={`${format.number(summary.stationCounts[status])} ${word(`status.${status}`)}`}
              />
            </li>
          ))}
      </ul>
    </section>
  )
}

function PowerCell({ summary }: Pick<SummaryStripProps, 'summary'>) {
  const text = useStationText()
  const ageText = useAgeText()
  const format = useFormat()
  const { powerW, powerOf, stations } = summary
  const share = shareOfCapacity(powerW, powerOf.inOperationKwp)
  return (
    <section className={styles.cell} data-cell="power" data-testid="summary-power" data-value={powerW ?? ''}>
      <h2 className={styles.label}>
        {text('summary.power')}{' '}
        {summary.age.state !== 'none' && <AgeBadge state={summary.age.state} label={ageText(summary.age)} />}
      </h2>
      <div className={styles.big}>
        <FigureOf figure={format.power(powerW)} size="xl" />
      </div>
      {share !== null && (
        <>
          <Bar share={share} tone="generation" label={text('figure.shareOfCapacity')} />
          <Note>
            {text('summary.ofCapacity', {
              share: shareText(share, format),
              capacity: format.capacity(powerOf.inOperationKwp).text,
            })}
          </Note>
        </>
      )}
      {powerOf.stations < stations && (
        <Note>{text('summary.partOf', { known: format.number(powerOf.stations), all: format.number(stations) })}</Note>
      )}
    </section>
  )
}

function TodayCell({ summary }: Pick<SummaryStripProps, 'summary'>) {
  const text = useStationText()
  const format = useFormat()
  const { energyTodayKwh: today, comparableYesterdayKwh: yesterday } = summary
  return (
    <section className={styles.cell} data-cell="today" data-testid="summary-today" data-value={today ?? ''}>
      <h2 className={styles.label}>{text('summary.today')}</h2>
      <div className={styles.big}>
        <FigureOf figure={format.energy(today)} size="xl" />
      </div>
      {today !== null && yesterday !== null && yesterday > 0 ? (
        <>
          <Bar share={today / yesterday} tone="generation" label={text('summary.today')} />
          <Note>
            {text('summary.ofYesterday', {
              share: format.percent(today / yesterday, 0),
              energy: format.energy(yesterday).text,
            })}
          </Note>
        </>
      ) : (
        <Note>{text('summary.noYesterday')}</Note>
      )}
      {summary.coverageToday !== null && (
        <Note>
          {summary.coverageToday >= 0.9995
            ? text('kpi.allMeasured')
            : text('kpi.coverageOf', { share: format.percent(summary.coverageToday, 1) })}
        </Note>
      )}
    </section>
  )
}

function IncomeCell({ summary }: Pick<SummaryStripProps, 'summary'>) {
  const text = useStationText()
  const format = useFormat()
  const [only, ...others] = summary.incomes
  const unknown = summary.incomes.reduce((sum, one) => sum + one.unknown, 0)
  return (
    <section
      className={styles.cell}
      data-cell="income"
      data-testid="summary-income"
      title={others.length > 0 ? text('summary.incomeNote') : undefined}
    >
      <h2 className={styles.label}>{text('summary.income')}</h2>
      {only && others.length === 0 && <p className={styles.figure}>{format.money(only.today, only.currency)}</p>}
      {only && others.length > 0 && (
        <details className={styles.currencies}>
          <summary>
            <span className={styles.figure}>{format.money(only.today, only.currency)}</span>
            <span className={styles.others}>{`+${format.number(others.length)}`}</span>
          </summary>
          <ul className={styles.money}>
            {others.map(({ currency, today }) => (
              <li key={currency}>
                {today === null ? `${currency} ${format.money(null, currency)}` : format.money(today, currency)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {unknown > 0 && <Note>{text('summary.incomeUnknown', { count: format.number(unknown) })}</Note>}
    </section>
  )
}

/** Summary at a glance: status, power now, energy today, and what needs the person. */
export function SummaryStrip({ summary, first }: SummaryStripProps) {
  return (
    <div className={styles.strip}>
      <State summary={summary} first={first} />
      <PowerCell summary={summary} />
      <TodayCell summary={summary} />
      <IncomeCell summary={summary} />
      <DevicesCell devices={summary.deviceCounts} />
    </div>
  )
}
