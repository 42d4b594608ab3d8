import { IconButton } from '@helioport/ui'
import { NumberField, SelectField } from '@helioport/ui/form'
import { useOwnerText } from '../station/owner-texts.ts'
import type { BandValues } from './station-values.ts'
import { useWeekdays } from '../station/use-band-text.ts'
import styles from './edit.module.css'

interface BandRowProps {
  band: BandValues
  currency: string
  disabled: boolean
  onLeave: () => void
  onChange: (band: BandValues) => void
  onRemove: () => void
}

const quarters = Array.from({ length: 97 }, (_, at) => {
  const two = (value: number) => String(value).padStart(2, '0')
  const time = `${two(Math.floor(at / 4))}:${two((at % 4) * 15)}`
  return { value: time, label: time }
})

/** A time of use: weekdays, start, end and rate. */
export function BandRow({ band, currency, disabled, onLeave, onChange, onRemove }: BandRowProps) {
  const text = useOwnerText()
  const weekdays = useWeekdays()
  const field = { onLeave, disabled, error: undefined }
  const toggle = (day: number) =>
    onChange({
      ...band,
      days: band.days.includes(day)
        ? band.days.filter((each) => each !== day)
        : [...band.days, day].toSorted((a, b) => a - b),
    })
  return (
    <div className={styles['band']} role="group" aria-label={text('rates.band')}>
      <span className={styles['days']} role="group" aria-label={text('rates.days')}>
        {weekdays.map(({ day, name }) => (
          <button
            key={day}
            type="button"
            aria-pressed={band.days.includes(day)}
            disabled={disabled}
            onClick={() => toggle(day)}
            onBlur={onLeave}
          >
            {name}
          </button>
        ))}
      </span>
      <SelectField
        {...field}
        name="from"
        label={text('rates.bandFrom')}
        options={quarters.slice(0, -1)}
        value={band.from}
        onChange={(from) => onChange({ ...band, from })}
      />
      <SelectField
        {...field}
        name="to"
        label={text('rates.bandTo')}
        options={quarters.slice(1)}
        value={band.to}
        onChange={(to) => onChange({ ...band, to })}
      />
      <NumberField
        {...field}
        name="rate"
        label={text('rates.rate')}
        unit={currency}
        value={band.rate}
        notANumber={text('rule.number')}
        onChange={(rate) => onChange({ ...band, rate })}
        required
      />
      <IconButton icon="trash" label={text('rates.removeBand')} size="s" onClick={onRemove} />
    </div>
  )
}
