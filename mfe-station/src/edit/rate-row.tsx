import { useDayWords, useFormat } from '@helioport/i18n'
import { Button, IconButton, Notice } from '@helioport/ui'
import { DayField } from '@helioport/ui/date'
import { NumberField } from '@helioport/ui/form'
import { BandRow } from './band-row.tsx'
import { useOwnerText } from '../station/owner-texts.ts'
import type { RateValues } from './station-values.ts'
import { useBandText } from '../station/use-band-text.ts'
import styles from './edit.module.css'

interface RateRowProps {
  rate: RateValues
  currency: string
  /** Its first day is the day of installation, which has its own field. */
  isFirstDay: boolean
  /** Income was already computed with it: it can be changed only as a correction. */
  isPast: boolean
  objection: string | undefined
  disabled: boolean
  onLeave: () => void
  onChange: (rate: RateValues) => void
  /** Undefined: the last rate cannot be removed. */
  onRemove: (() => void) | undefined
}

const newBand: RateValues['bands'][number] = { days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00', rate: null }

/** One rate of a timeline: first day, amount, and the times of use with another rate. */
export function RateRow(props: RateRowProps) {
  const { rate, currency, isPast, disabled, onLeave, onChange } = props
  const text = useOwnerText()
  if (isPast) return <PastRate {...props} />
  const setBand = (at: number, next: RateValues['bands'][number] | undefined) =>
    onChange({ ...rate, bands: rate.bands.flatMap((band, index) => (index === at ? (next ?? []) : band)) })
  return (
    <li className={styles['rate']}>
      {rate.correcting && <Notice tone="warn">{text('rates.correctHint')}</Notice>}
      <RateFields {...props} />
      {rate.bands.map((band, at) => (
        <BandRow
          // oxlint-disable-next-line react/no-array-index-key -- a band has nothing of its own but its place
          key={at}
          band={band}
          currency={currency}
          disabled={disabled}
          onLeave={onLeave}
          onChange={(next) => setBand(at, next)}
          onRemove={() => setBand(at, undefined)}
        />
      ))}
      <Button
        size="s"
        kind="text"
        icon="clock"
        disabled={disabled}
        onClick={() => onChange({ ...rate, bands: [...rate.bands, newBand] })}
      >
        {text('rates.addBand')}
      </Button>
    </li>
  )
}

/** A rate with which income was already computed: shown as text until it is to be corrected. */
function PastRate({ rate, currency, disabled, onChange }: RateRowProps) {
  const text = useOwnerText()
  const format = useFormat()
  const bandText = useBandText(currency)
  return (
    <li className={styles['rate']}>
      <div className={styles['rateLine']}>
        <span>{text('rates.since', { date: format.date(rate.from) })}</span>
        <strong>{text('rates.perKwh', { money: format.money(rate.rate, currency) })}</strong>
        <Button size="s" kind="text" disabled={disabled} onClick={() => onChange({ ...rate, correcting: true })}>
          {text('rates.correct')}
        </Button>
      </div>
      {rate.bands.map((band) => (
        <span key={bandText(band)} className={styles['hint']}>
          {bandText(band)}
        </span>
      ))}
    </li>
  )
}

function RateFields({ rate, currency, isFirstDay, objection, disabled, onLeave, onChange, onRemove }: RateRowProps) {
  const text = useOwnerText()
  const days = useDayWords()
  const field = { onLeave, disabled, error: undefined }
  return (
    <div className={styles['rateLine']}>
      {isFirstDay ? (
        <span className={styles['firstDay']}>{text('rates.fromFirstDay')}</span>
      ) : (
        <DayField
          {...field}
          {...days}
          name={`from ${rate.key}`}
          label={text('rates.from')}
          value={rate.from}
          onChange={(from) => onChange({ ...rate, from })}
          required
        />
      )}
      <NumberField
        {...field}
        name={`rate ${rate.key}`}
        label={text('rates.rate')}
        unit={currency}
        value={rate.rate}
        error={objection}
        notANumber={text('rule.number')}
        onChange={(value) => onChange({ ...rate, rate: value })}
        required
      />
      {onRemove && !isFirstDay && <IconButton icon="trash" label={text('rates.remove')} size="s" onClick={onRemove} />}
    </div>
  )
}
