import { isSamePowerFactor, powerFactorMax, powerFactorMin } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Segmented } from '@helioport/ui'
import { type FormState, NumberField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import { usePowerFactorText } from '../command/power-factor.ts'
import { type Direction, type PowerFactorEntries, powerFactorOf, typedDirection } from './power-factor-entries.ts'
import { CanaryField, RevertField } from './term-fields.tsx'

interface PowerFactorFieldsProps {
  form: FormState<PowerFactorEntries>
  /** How many devices are chosen. */
  devices: number
}

/** Fields for direction, magnitude, revert timer and canary. */
export function PowerFactorFields({ form, devices }: PowerFactorFieldsProps) {
  const text = useText<typeof enUS>('functions')
  const common = useText()
  const format = useFormat()
  const powerFactor = powerFactorOf(form.values)
  const powerFactorText = usePowerFactorText()
  const limits = {
    min: format.number(powerFactorMin, 3),
    max: format.number(powerFactorMax, 3),
    step: format.number(0.001, 3),
  }
  const hint = () => {
    if (powerFactor === null) return text('reactive.range', limits)
    if (isSamePowerFactor(powerFactor, 1)) return text('reactive.unity', { value: format.number(1, 3) })
    return powerFactorText(powerFactor)
  }
  const { magnitude } = form.values
  return (
    <>
      <Segmented<Direction>
        label={text('reactive.direction')}
        value={form.values.direction}
        onChange={(direction) => {
          form.setValue('direction', direction)
          // A sign typed before would contradict the choice.
          if (magnitude !== null && magnitude < 0) form.setValue('magnitude', -magnitude)
        }}
        options={[
          { value: 'inject', label: text('reactive.inject') },
          { value: 'absorb', label: text('reactive.absorb') },
        ]}
      />
      <NumberField
        {...form.field('magnitude')}
        label={text('column.powerFactor')}
        hint={hint()}
        onType={(typed) => form.setValue('direction', typedDirection(typed) ?? form.values.direction)}
        placeholder={format.number(0.95, 3)}
        notANumber={common('field.number')}
        required
      />
      <RevertField {...form.field('revertAfterMinutes')} />
      <CanaryField field={form.field('canary')} devices={devices} />
    </>
  )
}
