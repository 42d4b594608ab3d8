import type { IvSweep } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import type enUS from '../../messages/en-US.ts'
import styles from '../scan.module.css'
import { trendOf } from './string-trend.ts'

interface TrendLineProps {
  sweeps: readonly IvSweep[]
  timeZone: string
}

/** Trend of a string in words: since when it yields less, and how fast. */
export function TrendLine({ sweeps, timeZone }: TrendLineProps) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const trend = trendOf(sweeps)
  if (!trend) return <p className={styles['basis']}>{text('trend.unknown')}</p>
  const day = (at: string) => format.date(at, timeZone)
  const share = format.percent(trend.share)
  if (trend.kind === 'steady') {
    const { scans, since } = trend
    return (
      <p className={styles['trend']} data-trend="steady">
        {text('trend.steady', { share, number: format.number(scans), since: day(since) })}
      </p>
    )
  }
  const { kind, wholeAt, lessAt, perMonth, before, now } = trend
  const ohms = (ohm: number | null) => format.quantity(ohm, 'Ω', 1).text
  return (
    <div className={styles['trend']} data-trend={kind}>
      <p>
        <strong>{text(`trend.${kind}`, { share, whole: day(wholeAt), less: day(lessAt) })}</strong>
        {perMonth !== null && ` ${text('trend.rate', { share: format.percent(-perMonth) })}`}
      </p>
      <p className={styles['basis']}>
        {text('trend.figures', {
          fillBefore: format.percent(before.fillFactor),
          fillNow: format.percent(now.fillFactor),
          ohmBefore: ohms(before.seriesOhm),
          ohmNow: ohms(now.seriesOhm),
        })}
      </p>
    </div>
  )
}
