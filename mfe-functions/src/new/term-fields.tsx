import { maxDevicesWithoutCanary } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Notice } from '@helioport/ui'
import { CheckboxField, type FieldBinding, SelectField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'

const minuteMs = 60_000
/** Choices of the revert timer, in minutes; zero: the value stays. */
const revertMinutes = [0, 15, 60, 240, 1440, 10_080] as const

/** When a setting reverts, in words; null: it stays. */
export function useReturnText(): (minutes: number) => string | null {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  return (minutes) => (minutes > 0 ? text('reactive.goesBack', { time: format.duration(minutes * minuteMs) }) : null)
}

/** Time after which a setting reverts. */
export function RevertField(field: FieldBinding<number>) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const labelOf = (minutes: number) =>
    minutes === 0 ? text('reactive.stays') : text('reactive.after', { time: format.duration(minutes * minuteMs) })
  return (
    <SelectField
      {...field}
      label={text('reactive.revert')}
      options={revertMinutes.map((minutes) => ({ value: minutes as number, label: labelOf(minutes) }))}
    />
  )
}

interface CanaryFieldProps {
  field: FieldBinding<boolean>
  /** How many devices are chosen. */
  devices: number
}

/** Whether one device goes first (canary): optional for few devices, mandatory for many, hidden for one. */
export function CanaryField({ field, devices }: CanaryFieldProps) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  if (devices > maxDevicesWithoutCanary)
    return (
      <Notice tone="info">{text('reactive.canaryAlways', { number: format.number(maxDevicesWithoutCanary) })}</Notice>
    )
  if (devices <= 1) return null
  return <CheckboxField {...field} label={text('reactive.canary')} hint={text('reactive.canaryHint')} />
}
