import { randomId } from '@helioport/contract'
import { currencyChoices, useLocale, useText } from '@helioport/i18n'
import { Button, Card, useNow } from '@helioport/ui'
import { ComboField } from '@helioport/ui/form'
import { useMemo } from 'react'
import type { SectionProps } from './basic-section.tsx'
import { useOwnerText } from '../station/owner-texts.ts'
import { RateRow } from './rate-row.tsx'
import { rateBreach } from './station-breaches.ts'
import { type RateValues, todayAt } from './station-values.ts'
import { useBreachText } from './use-rules.ts'
import styles from './edit.module.css'

const tickMs = 60_000

/** Income per kWh, from which day, and the times of use with another rate. */
export function RatesSection({ form, isNew }: SectionProps & { isNew: boolean }) {
  const text = useOwnerText()
  const common = useText()
  const say = useBreachText()
  const { code } = useLocale()
  const { rates, currency, timeZone } = form.values
  const currencies = useMemo(() => currencyChoices(code, currency), [code, currency])
  const today = todayAt(timeZone, useNow(tickMs))
  const { error, onLeave, disabled } = form.field('rates')

  const set = (next: readonly RateValues[]) => form.setValue('rates', next)
  const add = () => {
    // A new rate starts with the times of use of the rate that is valid until then.
    const holds = rates
      .filter((rate) => rate.from <= today)
      .toSorted((a, b) => a.from.localeCompare(b.from))
      .at(-1)
    const from = rates.some((rate) => rate.from === today) ? '' : today
    const key = randomId()
    set([...rates, { key, id: null, from, rate: null, bands: holds?.bands ?? [], correcting: false }])
  }

  return (
    <Card title={text('section.rates')} subtitle={text('section.ratesHint')}>
      <div className={styles['fields']}>
        <ComboField
          {...form.field('currency')}
          label={text('field.currency')}
          options={currencies}
          noMatch={common('empty.noMatch')}
          required
        />
      </div>
      <ol className={styles['rates']} aria-label={text('section.rates')}>
        {rates.map((rate, at) => {
          const breach = error === undefined ? undefined : rateBreach(rate, rates)
          return (
            <RateRow
              key={rate.key}
              rate={rate}
              currency={currency}
              isFirstDay={isNew && at === 0}
              isPast={!isNew && rate.id !== null && rate.from < today && !rate.correcting}
              objection={breach && say(breach)}
              disabled={disabled}
              onLeave={onLeave}
              onChange={(next) => set(rates.map((each) => (each.key === rate.key ? next : each)))}
              onRemove={rates.length > 1 ? () => set(rates.filter((each) => each.key !== rate.key)) : undefined}
            />
          )
        })}
      </ol>
      {error && <p className={styles['error']}>{error}</p>}
      <Button size="s" icon="plus" onClick={add} disabled={disabled}>
        {text('rates.add')}
      </Button>
    </Card>
  )
}
