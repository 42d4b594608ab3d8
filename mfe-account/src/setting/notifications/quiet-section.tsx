import { useMemo } from 'react'
import { useEndpoint } from '@helioport/api-client'
import { useFormat, zoneChoices, zoneLabel } from '@helioport/i18n'
import { useNow } from '@helioport/ui'
import { type FieldBinding, FormSection, SelectField } from '@helioport/ui/form'
import { useAccountText } from '../../account/use-account-text.ts'

/** The account's own clock, with a constant offset. */
export const clockOfAccount = ''

interface QuietSectionProps {
  from: FieldBinding<number>
  to: FieldBinding<number>
  clock: FieldBinding<string>
}

const halfHours = Array.from({ length: 48 }, (_, nth) => nth * 30)
const two = (value: number) => String(value).padStart(2, '0')
const clockOf = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

/** Quiet hours and their time zone: local hours stay the same when the zone's clocks change. */
export function QuietSection({ from, to, clock }: QuietSectionProps) {
  const text = useAccountText()
  const format = useFormat()
  const now = useNow(60_000)
  const { data: account } = useEndpoint('GET /account')
  const zones = useMemo(
    () =>
      zoneChoices(clock.value).map(({ value, label }) => ({ value, label: `${label} · ${format.time(now, value)}` })),
    [clock.value, format, now],
  )
  const minutes = [...new Set([...halfHours, from.value, to.value])].toSorted((a, b) => a - b)
  const times = minutes.map((value) => ({ value, label: clockOf(value) }))
  const own = text('alarmMails.clockOfAccount', { zone: account ? zoneLabel(account.timeZoneOffset) : '…' })
  return (
    <FormSection title={text('alarmMails.quietTitle')}>
      <SelectField {...from} label={text('alarmMails.from')} options={times} />
      <SelectField {...to} label={text('alarmMails.to')} options={times} />
      <SelectField
        {...clock}
        label={text('alarmMails.clock')}
        options={[{ value: clockOfAccount, label: own }, ...zones]}
      />
    </FormSection>
  )
}
