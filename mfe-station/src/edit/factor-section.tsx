import { useEndpoint } from '@helioport/api-client'
import { maxPageSize } from '@helioport/contract'
import { useDayWords, useFormat } from '@helioport/i18n'
import { Button, Card, useNow } from '@helioport/ui'
import { DayField } from '@helioport/ui/date'
import { NumberField, TextField } from '@helioport/ui/form'
import type { SectionProps } from './basic-section.tsx'
import { useOwnerText } from '../station/owner-texts.ts'
import { type FactorValues, todayAt } from './station-values.ts'
import styles from './edit.module.css'

const tickMs = 60_000

/** CO2 avoided per kWh: the present factor, and a new factor from a chosen day. */
export function FactorSection({ form, stationId }: SectionProps & { stationId: string | null }) {
  const text = useOwnerText()
  const now = useNow(tickMs)
  const { factor, timeZone } = form.values
  const today = todayAt(timeZone, now)
  const { disabled } = form.field('factor')
  const lastYear = Number(today.slice(0, 4)) - 1
  return (
    <Card title={text('section.co2')} subtitle={text('section.co2Hint')}>
      {stationId !== null && <FactorNow stationId={stationId} today={today} />}
      {factor === null ? (
        <Button
          size="s"
          icon="leaf"
          disabled={disabled}
          onClick={() => form.setValue('factor', { from: today, kgPerKwh: null, year: lastYear, source: '' })}
        >
          {text('co2.add')}
        </Button>
      ) : (
        <>
          <FactorFields form={form} factor={factor} />
          <Button size="s" kind="text" icon="close" disabled={disabled} onClick={() => form.setValue('factor', null)}>
            {text('co2.remove')}
          </Button>
        </>
      )}
    </Card>
  )
}

/** The factor that is valid on `today`, a day at the station. */
function FactorNow({ stationId, today }: { stationId: string; today: string }) {
  const text = useOwnerText()
  const format = useFormat()
  const held = useEndpoint('GET /stations/:stationId/co2-factors', {
    params: { stationId },
    query: { page: 1, pageSize: maxPageSize },
  })
  const current = held.data?.find(({ from }) => from === null || from <= today)
  if (!current) return null
  return (
    <p className={styles['hint']}>
      {text('co2.now', {
        factor: format.quantity(current.kgPerKwh, 'kg/kWh', 3).text,
        source: current.source,
        year: String(current.year),
      })}
    </p>
  )
}

function FactorFields({ form, factor }: SectionProps & { factor: FactorValues }) {
  const text = useOwnerText()
  const { error, onLeave, disabled } = form.field('factor')
  const days = useDayWords()
  const set = (change: Partial<FactorValues>) => form.setValue('factor', { ...factor, ...change })
  const field = { onLeave, disabled, error: undefined, required: true }
  const number = { ...field, notANumber: text('rule.number') }
  return (
    <div className={styles['fields']}>
      <DayField
        {...field}
        {...days}
        name="co2 from"
        label={text('co2.from')}
        value={factor.from}
        onChange={(from) => set({ from })}
      />
      <NumberField
        {...number}
        name="co2 factor"
        unit="kg/kWh"
        label={text('co2.factor')}
        value={factor.kgPerKwh}
        error={error}
        onChange={(kgPerKwh) => set({ kgPerKwh })}
      />
      <NumberField
        {...number}
        name="co2 year"
        label={text('co2.year')}
        value={factor.year}
        onChange={(year) => set({ year })}
      />
      <TextField
        {...field}
        name="co2 source"
        label={text('co2.source')}
        hint={text('co2.sourceHint')}
        value={factor.source}
        onChange={(source) => set({ source })}
      />
    </div>
  )
}
