import type { ChosenPlan, Guess } from '@helioport/import/text'
import { SelectField } from '@helioport/ui/form'
import styles from './history.module.css'
import { useHistoryText } from './history-texts.ts'

interface TimeChoicesProps {
  guess: Guess
  chosen: ChosenPlan
  /** Number of chosen files. */
  files: number
  onChange: (chosen: ChosenPlan) => void
}

const intervals = [1, 2, 3, 5, 6, 10, 15, 20, 30, 60]

/** Zones that this browser knows, and zones with a fixed offset. */
function zones(own: readonly string[]): string[] {
  const fixed = Array.from({ length: 27 }, (_, nth) => nth - 12).map((hours) =>
    hours === 0 ? 'Etc/UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`,
  )
  return [...new Set([...own, ...Intl.supportedValuesOf('timeZone'), ...fixed])]
}

/** Choices that the file does not determine about its times and numbers. */
export function TimeChoices({ guess, chosen, files, onChange }: TimeChoicesProps) {
  const text = useHistoryText()
  const { time } = chosen
  const bind = <V extends string | number>(name: string, value: V, change: (value: V) => void) => ({
    name,
    value,
    onChange: change,
    onLeave: () => undefined,
    error: undefined,
    disabled: false,
  })
  const setTime = (changed: Partial<ChosenPlan['time']>) => onChange({ ...chosen, time: { ...time, ...changed } })
  const { asks, zoneless } = guess
  const isOfAll = zoneless.length === files
  return (
    <div className={styles['fields']}>
      {asks.includes('zone') && (
        <SelectField
          {...bind('zone', time.zone, (zone) => setTime({ zone }))}
          label={zoneless.length > 0 && !isOfAll ? text('zone.of', { files: zoneless.join(' · ') }) : text('zone')}
          hint={text('zone.hint')}
          options={zones([guess.time.zone, time.zone]).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        />
      )}
      {asks.includes('format') && (
        <SelectField
          {...bind('format', time.format, (format) => setTime({ format }))}
          label={text('format')}
          hint={text('format.hint')}
          options={guess.time.formats.map((value) => ({ value, label: value }))}
        />
      )}
      {asks.includes('decimal') && (
        <SelectField
          {...bind('decimal', chosen.decimal ?? '', (decimal) =>
            onChange({ ...chosen, decimal: decimal === '.' || decimal === ',' ? decimal : null }),
          )}
          label={text('decimal')}
          options={[
            { value: '', label: text('decimal.ask') },
            { value: '.', label: '1,234.5' },
            { value: ',', label: '1.234,5' },
          ]}
        />
      )}
      <SelectField
        {...bind('interval', chosen.intervalMinutes ?? 0, (minutes) =>
          onChange({ ...chosen, intervalMinutes: minutes === 0 ? null : minutes }),
        )}
        label={text('interval')}
        options={[
          { value: 0, label: text('interval.found') },
          ...intervals.map((value) => ({ value, label: text('minutes', { count: value }) })),
        ]}
      />
      <SelectField
        {...bind('stamp', time.stamp, (stamp) => setTime({ stamp }))}
        label={text('stamp')}
        options={(['start', 'end'] as const).map((value) => ({ value, label: text(`stamp.${value}`) }))}
      />
    </div>
  )
}
