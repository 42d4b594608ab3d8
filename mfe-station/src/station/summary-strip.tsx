import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths, type Station } from '@helioport/contract'
import { useAgeText, useFormat, useText } from '@helioport/i18n'
import { AgeBadge, Bar, Icon, StatusTag } from '@helioport/ui'
import { shareOfCapacity, shareText } from './share.ts'
import type { StationsSummary } from './summary.ts'
import { FigureOf } from './figure-of.tsx'
import { useAttentionText } from './use-attention-text.ts'
import { useStationText } from './use-station-text.ts'
import styles from './summary-strip.module.css'

interface SummaryStripProps {
  summary: StationsSummary
  /** Stations that need a person, most urgent first. */
  attention: readonly Station[]
  /** Stations of the account; more than in `summary` when the account is very large. */
  total: number
  /** The last cell; what needs a person unless the page says otherwise. */
  last?: ReactNode
}

const attentionShown = 3

/** English inside a mirrored page keeps its own order of words. */
function Note({ children }: { children: string }) {
  return (
    <p className={styles.note}>
      <bdi>{children}</bdi>
    </p>
  )
}

function State({ summary, attention }: Pick<SummaryStripProps, 'summary' | 'attention'>) {
  const text = useStationText()
  const word = useText('status')
  const format = useFormat()
  const isWell = attention.length === 0
  const hasFault = attention.some((station) => station.status === 'abnormal')
  const tone = isWell ? 'good' : hasFault ? 'bad' : 'warn'
  return (
    <section className={styles.cell} data-cell="state" data-testid="summary-state" data-tone={tone}>
      <p className={styles.state}>
        <Icon name={isWell ? 'checkCircle' : 'alarm'} size={20} />
        <span>{isWell ? text('summary.allWell') : text('summary.needsYou', { count: attention.length })}</span>
      </p>
      <ul className={styles.counts}>
        {(['normal', 'standby', 'abnormal', 'offline'] as const)
          .filter((status) => summary.byStatus[status] > 0)
          .map((status) => (
            <li key={status}>
              <StatusTag
                status={status}
                look="plain"
                label={`${format.number(summary.byStatus[status])} ${word(`status.${status}`)}`}
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
  const { power, powerCapacityKwp, stations } = summary
  const share = shareOfCapacity(power.value, powerCapacityKwp)
  return (
    <section className={styles.cell} data-cell="power" data-testid="summary-power" data-value={power.value ?? ''}>
      <h2 className={styles.label}>
        {text('summary.power')}{' '}
        {summary.age.state !== 'none' && <AgeBadge state={summary.age.state} label={ageText(summary.age)} />}
      </h2>
      <div className={styles.big}>
        <FigureOf figure={format.power(power.value)} size="xl" />
      </div>
      {share !== null && (
        <>
          <Bar share={share} tone="generation" label={text('figure.shareOfCapacity')} />
          <Note>
            {text('summary.ofCapacity', {
              share: shareText(share, format),
              capacity: format.capacity(powerCapacityKwp).text,
            })}
          </Note>
        </>
      )}
      {power.known < stations && <Note>{text('summary.partOf', { known: power.known, all: stations })}</Note>}
    </section>
  )
}

function TodayCell({ summary }: Pick<SummaryStripProps, 'summary'>) {
  const text = useStationText()
  const format = useFormat()
  const today = summary.energyToday.value
  const yesterday = summary.energyYesterday.value
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
  const [only, ...others] = summary.income
  const unknown = summary.income.reduce((sum, one) => sum + one.unknown, 0)
  return (
    <section
      className={styles.cell}
      data-cell="income"
      data-testid="summary-income"
      title={others.length > 0 ? text('summary.incomeNote') : undefined}
    >
      <h2 className={styles.label}>{text('summary.income')}</h2>
      {only && others.length === 0 && <p className={styles.figure}>{format.money(only.amount, only.currency)}</p>}
      {only && others.length > 0 && (
        <details className={styles.currencies}>
          <summary>
            <span className={styles.figure}>{format.money(only.amount, only.currency)}</span>
            <span className={styles.others}>{`+${format.number(others.length)}`}</span>
          </summary>
          <ul className={styles.money}>
            {others.map(({ currency, amount }) => (
              <li key={currency}>
                {amount === null ? `${currency} ${format.money(null, currency)}` : format.money(amount, currency)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {unknown > 0 && <Note>{text('summary.incomeUnknown', { count: format.number(unknown) })}</Note>}
    </section>
  )
}

function AttentionCell({ attention }: Pick<SummaryStripProps, 'attention'>) {
  const text = useStationText()
  const reasonOf = useAttentionText()
  const rest = attention.length - attentionShown
  return (
    <section className={styles.cell} data-cell="attention" data-testid="summary-attention">
      <h2 className={styles.label}>{text('summary.attention')}</h2>
      {attention.length === 0 && <p className={styles.nothing}>{text('summary.nothing')}</p>}
      <ul className={styles.todo}>
        {attention.slice(0, attentionShown).map((station) => (
          <li key={station.id}>
            <Link to={paths.station('charts', station.memberId, station.id)}>{station.name}</Link>
            <span>{reasonOf(station)}</span>
          </li>
        ))}
        {rest > 0 && <li className={styles.rest}>{text('summary.more', { count: rest })}</li>}
      </ul>
    </section>
  )
}

/** One glance: is all well, how much now and today, what needs me. */
export function SummaryStrip({ summary, attention, total, last }: SummaryStripProps) {
  const text = useStationText()
  return (
    <div className={styles.strip}>
      <State summary={summary} attention={attention} />
      <PowerCell summary={summary} />
      <TodayCell summary={summary} />
      <IncomeCell summary={summary} />
      {last ?? <AttentionCell attention={attention} />}
      {total > summary.stations && (
        <p className={styles.partial}>{text('summary.firstOnly', { shown: summary.stations, total })}</p>
      )}
    </div>
  )
}
