import { useState } from 'react'
import { useSend } from '@helioport/api-client'
import { isPowerFactor, maxDevicesWithoutCanary, powerFactorMax, powerFactorMin } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Button, Card, Notice, Segmented, Stack } from '@helioport/ui'
import { CheckboxField, Form, FormActions, NumberField, SelectField, useForm } from '@helioport/ui/form'
import { Confirm } from '@helioport/ui/overlay'
import { usePowerFactorText } from '../command/power-factor.ts'
import { useCommandSender } from '../command/use-command-sender.tsx'
import type enUS from '../messages/en-US.ts'
import { ChosenDevices } from './chosen-devices.tsx'
import { EffectPreview } from './effect-preview.tsx'
import { effectOf } from './effect.ts'
import type { Candidate } from './readiness.ts'

type Direction = 'inject' | 'absorb'

const minuteMs = 60_000
/** Choices of the revert timer; zero: it stays. */
const revertMinutes = [0, 15, 60, 240, 1440, 10_080] as const

interface Values {
  direction: Direction
  /** Without its sign. */
  magnitude: number | null
  revertAfterMinutes: number
  canary: boolean
}

const signed = ({ direction, magnitude }: Pick<Values, 'direction' | 'magnitude'>) =>
  magnitude === null ? null : direction === 'absorb' ? -magnitude : magnitude

/** Fixed power factor for the chosen inverters: value, what it does, for how long; sent after a question. */
export function ReactivePowerForm({ chosen }: { chosen: readonly Candidate[] }) {
  const text = useText<typeof enUS>('functions')
  const common = useText()
  const errors = useText('error')
  const format = useFormat()
  const powerFactorText = usePowerFactorText()
  const command = useCommandSender()
  const { send } = useSend('POST /commands/reactive-power', {
    refreshes: ['GET /remote-settings/devices', 'GET /commands'],
  })
  const [asked, setAsked] = useState(false)
  const form = useForm<Values>({
    initial: { direction: 'inject', magnitude: null, revertAfterMinutes: 0, canary: false },
    rules: {
      magnitude: (magnitude, { direction }) => {
        if (magnitude === null) return errors('powerFactor.missing')
        const value = signed({ direction, magnitude })
        return magnitude > 0 && value !== null && isPowerFactor(value) ? undefined : errors('powerFactor.outOfRange')
      },
    },
    onSubmit: () => {
      if (chosen.length > 0) setAsked(true)
    },
  })
  const { values } = form
  const value = signed(values)
  const isValid = value !== null && (values.magnitude ?? 0) > 0 && isPowerFactor(value)
  const effect = isValid && chosen.length > 0 ? effectOf(chosen, value) : undefined
  const many = chosen.length > maxDevicesWithoutCanary
  const number = format.number(chosen.length)
  const limits = { min: format.number(powerFactorMin, 3), max: format.number(powerFactorMax, 3) }

  const confirm = () => {
    setAsked(false)
    void command.send(() =>
      send({
        body: {
          deviceIds: chosen.map(({ device }) => device.deviceId),
          powerFactor: value,
          ...(values.revertAfterMinutes > 0 && { revertAfterMinutes: values.revertAfterMinutes }),
          ...(values.canary && { canary: true }),
        },
      }),
    )
  }

  return (
    <Card title={text('reactive.title')} subtitle={chosen[0]?.device.stationName}>
      <Form form={form} label={text('reactive.title')}>
        <Stack gap={4}>
          <Segmented<Direction>
            label={text('reactive.direction')}
            value={values.direction}
            onChange={(direction) => form.setValue('direction', direction)}
            options={[
              { value: 'inject', label: text('reactive.inject') },
              { value: 'absorb', label: text('reactive.absorb') },
            ]}
          />
          <NumberField
            {...form.field('magnitude')}
            label={text('column.powerFactor')}
            hint={
              isValid ? text('reactive.register', { value: format.number(value, 3) }) : text('reactive.range', limits)
            }
            placeholder={format.number(0.95, 3)}
            notANumber={common('field.number')}
            required
          />
          <SelectField
            {...form.field('revertAfterMinutes')}
            label={text('reactive.revert')}
            options={revertMinutes.map((minutes) => ({
              value: minutes as number,
              label:
                minutes === 0
                  ? text('reactive.stays')
                  : text('reactive.after', { time: format.duration(minutes * minuteMs) }),
            }))}
          />
          {many ? (
            <Notice tone="info">
              {text('reactive.canaryAlways', { number: format.number(maxDevicesWithoutCanary) })}
            </Notice>
          ) : (
            chosen.length > 1 && (
              <CheckboxField
                {...form.field('canary')}
                label={text('reactive.canary')}
                hint={text('reactive.canaryHint')}
              />
            )
          )}
          {effect && <EffectPreview effect={effect} />}
          {chosen.length === 0 && <Notice tone="info">{text('chooseFirst')}</Notice>}
          {command.refusal !== undefined && <Notice tone="bad">{command.refusal}</Notice>}
        </Stack>
        <FormActions>
          <Button kind="primary" type="submit" busy={command.busy} disabled={chosen.length === 0}>
            {text('reactive.submit', { count: chosen.length, number })}
          </Button>
        </FormActions>
      </Form>
      <Confirm
        open={asked}
        title={text('reactive.ask', { count: chosen.length, number, value: powerFactorText(value) })}
        text={
          <Stack gap={3}>
            <ChosenDevices chosen={chosen} />
            {effect && <EffectPreview effect={effect} />}
            <p>
              {values.revertAfterMinutes > 0
                ? text('reactive.goesBack', { time: format.duration(values.revertAfterMinutes * minuteMs) })
                : text('reactive.canBeUndone')}
            </p>
          </Stack>
        }
        confirmLabel={text('reactive.submit', { count: chosen.length, number })}
        cancelLabel={common('action.cancel')}
        onConfirm={confirm}
        onCancel={() => setAsked(false)}
      />
      {command.dialog}
    </Card>
  )
}
