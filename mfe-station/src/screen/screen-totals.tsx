import type { InfoItem, Lifetime, StationsSummary, StatusCounts } from '@helioport/contract'
import { type Figure, type Format, useFormat, useText } from '@helioport/i18n'
import { co2Figure } from '../station/co2.ts'
import { shareOfCapacity, shareText } from '../station/share.ts'
import { useFigureNotes } from '../station/use-figure-notes.ts'
import { useStationText } from '../station/use-station-text.ts'
import styles from './screen.module.css'

interface ScreenTotalsProps {
  /** Items chosen in the account's display settings; undefined: not loaded yet, so no figure is shown. */
  items: readonly InfoItem[] | undefined
  /** The service's sums over all stations; undefined: not loaded yet. */
  summary: StationsSummary | undefined
}

const statusOrder = ['normal', 'standby', 'abnormal', 'offline'] as const

/** Small items, of which two share a row. */
const smallOnes = ['energyMonth', 'energyTotal', 'peakSunshine', 'co2Saved', 'treesPlanted'] as const
type Small = (typeof smallOnes)[number]
type Large = Exclude<InfoItem, Small>

const isSmall = (item: InfoItem): item is Small => smallOnes.some((small) => small === item)

/** The items in their order; consecutive small ones share a row. */
function rowsOf(items: readonly InfoItem[]): (Large | Small[])[] {
  const rows: (Large | Small[])[] = []
  for (const item of items) {
    const last = rows.at(-1)
    if (!isSmall(item)) rows.push(item)
    else if (Array.isArray(last)) last.push(item)
    else rows.push([item])
  }
  return rows
}

function smallFigure(item: Small, summary: StationsSummary | undefined, format: Format): Figure {
  switch (item) {
    case 'energyMonth':
      return format.energy(summary?.energyMonthKwh ?? null)
    case 'energyTotal':
      return format.energy(summary?.energyTotalKwh ?? null)
    case 'peakSunshine':
      return format.quantity(summary?.peakSunshineHoursToday ?? null, 'h', 1)
    case 'co2Saved':
      return co2Figure(summary?.co2Kg ?? null, format.quantity)
    case 'treesPlanted':
      return format.quantity(summary?.trees ?? null, '', 0)
  }
}

function Big({ item, figure, size }: { item: InfoItem; figure: Figure; size: 'hero' | 'large' | 'small' }) {
  const text = useStationText()
  return (
    <>
      <h2 className={styles.label}>{text(`screen.item.${item}`)}</h2>
      <p className={styles.number} data-size={size} data-item={item}>
        {figure.value}
        <span className={styles.unit}>{figure.unit}</span>
      </p>
    </>
  )
}

/**
 * Sums over all plants: now, today and in total, as chosen in the display settings and in that order; money by
 * currency.
 */
export function ScreenTotals({ items, summary }: ScreenTotalsProps) {
  return (
    <div className={styles.totals} aria-busy={items === undefined || summary === undefined} data-testid="screen-totals">
      {rowsOf(items ?? []).map((row) =>
        Array.isArray(row) ? (
          <Smalls key={row[0]} items={row} summary={summary} />
        ) : (
          <LargeItem key={row} item={row} summary={summary} />
        ),
      )}
    </div>
  )
}

function LargeItem({ item, summary }: { item: Large; summary: StationsSummary | undefined }) {
  const format = useFormat()
  switch (item) {
    case 'powerNow':
      return <PowerNow summary={summary} />
    case 'energyToday':
      return (
        <section>
          <Big item={item} size="large" figure={format.energy(summary?.energyTodayKwh ?? null)} />
        </section>
      )
    case 'devicesOnline':
      return summary ? <Devices counts={summary.deviceCounts} /> : null
    case 'incomeToday':
    case 'incomeTotal':
      return (
        <Incomes
          item={item}
          amounts={(summary?.incomes ?? []).map(({ currency, today, total }) => ({
            currency,
            amount: item === 'incomeToday' ? today : total,
          }))}
        />
      )
  }
}

function PowerNow({ summary }: { summary: StationsSummary | undefined }) {
  const text = useStationText()
  const format = useFormat()
  const powerW = summary?.powerW ?? null
  const powerKwp = summary?.powerOf.inOperationKwp ?? 0
  const share = shareOfCapacity(powerW, powerKwp)
  return (
    <section>
      <Big item="powerNow" size="hero" figure={format.power(powerW)} />
      <div className={styles.meter} aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(1, share ?? 0) * 100}%` }} />
      </div>
      {share !== null && (
        <p className={styles.note}>
          {text('summary.ofCapacity', {
            share: shareText(share, format),
            capacity: format.capacity(powerKwp).text,
          })}
        </p>
      )}
    </section>
  )
}

function Smalls({ items, summary }: { items: readonly Small[]; summary: StationsSummary | undefined }) {
  const format = useFormat()
  const notes = useFigureNotes()
  const basisOf = (item: Small, lifetime: Lifetime) => {
    if (item === 'co2Saved' || item === 'treesPlanted') return notes.measuredSince(lifetime)
    if (item !== 'energyTotal' || lifetime.measuredKwh === null) return null
    return `${notes.measuredSince(lifetime)}: ${format.energy(lifetime.measuredKwh).text}`
  }
  return (
    <div className={styles.smalls}>
      {items.map((item) => (
        <section key={item}>
          <Big item={item} size="small" figure={smallFigure(item, summary, format)} />
          {summary && basisOf(item, summary.lifetime) !== null && (
            <p className={styles.note}>{basisOf(item, summary.lifetime)}</p>
          )}
        </section>
      ))}
    </div>
  )
}

function Incomes({
  item,
  amounts,
}: {
  item: InfoItem
  amounts: readonly { currency: string; amount: number | null }[]
}) {
  const text = useStationText()
  const format = useFormat()
  return (
    <section data-item={item}>
      <h2 className={styles.label}>{text(`screen.item.${item}`)}</h2>
      <ul className={styles.money}>
        {amounts.map(({ currency, amount }) => (
          <li key={currency}>
            <span className={styles.currency}>{currency}</span>
            {format.money(amount, currency)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Devices({ counts }: { counts: StatusCounts }) {
  const text = useStationText()
  const word = useText('status')
  const format = useFormat()
  return (
    <section data-item="devicesOnline">
      <h2 className={styles.label}>{text('screen.item.devicesOnline')}</h2>
      <ul className={styles.counts}>
        {statusOrder.map((status) => (
          <li key={status} className={styles.dot} data-status={status} data-none={counts[status] === 0 || undefined}>
            <strong>{format.number(counts[status])}</strong> {word(`status.${status}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}
