import { type ReactNode, useState } from 'react'
import { useSend } from '@helioport/api-client'
import type { Setting } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Button, Card, Notice, Stack } from '@helioport/ui'
import { Form, FormActions, useForm } from '@helioport/ui/form'
import { Confirm } from '@helioport/ui/overlay'
import { usePowerFactorText } from '../command/power-factor.ts'
import { useCommandSender } from '../command/use-command-sender.tsx'
import type enUS from '../messages/en-US.ts'
import { ChosenDevices } from './chosen-devices.tsx'
import { EffectPreview } from './effect-preview.tsx'
import { effectOf } from './effect.ts'
import { commandBody, firstEntries, type PowerFactorEntries, powerFactorOf } from './power-factor-entries.ts'
import { OrderTerms } from './order-terms.tsx'
import { PqDiagram } from './pq-diagram.tsx'
import { RawValues } from './raw-values.tsx'
import { PowerFactorFields } from './power-factor-fields.tsx'
import type { Candidate } from './readiness.ts'

const minuteMs = 60_000

const idsOf = (chosen: readonly Candidate[]) => chosen.map(({ device }) => device.deviceId)

function magnitudeFault(magnitude: number | null, { direction }: Pick<PowerFactorEntries, 'direction'>) {
  if (magnitude === null) return 'powerFactor.missing'
  return powerFactorOf({ direction, magnitude }) === null ? 'powerFactor.outOfRange' : undefined
}

/** Form that sets a fixed power factor at the chosen inverters, with a preview of its effect and a confirmation. */
export function ReactivePowerForm({ chosen, kindChoice }: { chosen: readonly Candidate[]; kindChoice: ReactNode }) {
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
  const told = (fault: ReturnType<typeof magnitudeFault>) => fault && errors(fault)
  const form = useForm({
    initial: firstEntries,
    rules: {
      magnitude: (magnitude, values) => told(magnitudeFault(magnitude, values)),
    },
    onSubmit: () => setAsked(chosen.length > 0),
  })
  const powerFactor = powerFactorOf(form.values)
  const setting: Setting = { kind: 'reactivePower', value: powerFactor ?? 1, points: null }
  const effect = powerFactor !== null && chosen.length > 0 ? effectOf(chosen, setting) : undefined
  const { revertAfterMinutes } = form.values
  const stations = new Set(chosen.map(({ device }) => device.stationId)).size
  const count = { count: chosen.length, number: format.number(chosen.length) }
  const confirm = () => {
    setAsked(false)
    void command.send(() => send({ body: commandBody(idsOf(chosen), form.values) }))
  }

  return (
    <Card
      title={text('reactive.title')}
      subtitle={stations > 1 ? text('order.of', { number: format.number(stations) }) : chosen[0]?.device.stationName}
    >
      <Form form={form} label={text('reactive.title')}>
        <Stack gap={4}>
          {kindChoice}
          <PowerFactorFields form={form} devices={chosen.length} />
          {powerFactor !== null && <RawValues chosen={chosen} powerFactor={powerFactor} />}
          {chosen.length > 0 && (
            <PqDiagram effect={effectOf(chosen, setting)} setting={powerFactor === null ? null : setting} />
          )}
          {effect && <EffectPreview effect={effect} chosen={chosen} setting={setting} />}
          {chosen.length === 0 && <Notice tone="info">{text('chooseFirst')}</Notice>}
          {command.refusal !== undefined && <Notice tone="bad">{command.refusal}</Notice>}
        </Stack>
        <FormActions>
          <Button kind="primary" type="submit" busy={command.busy} disabled={chosen.length === 0}>
            {text('reactive.submit', count)}
          </Button>
        </FormActions>
      </Form>
      <Confirm
        open={asked}
        title={text('reactive.ask', { ...count, value: powerFactorText(powerFactor) })}
        text={
          <Stack gap={3}>
            <ChosenDevices chosen={chosen} />
            {powerFactor !== null && <RawValues chosen={chosen} powerFactor={powerFactor} />}
            {effect && <EffectPreview effect={effect} chosen={chosen} setting={setting} />}
            <OrderTerms
              ends={
                revertAfterMinutes > 0
                  ? text('reactive.goesBack', { time: format.duration(revertAfterMinutes * minuteMs) })
                  : null
              }
              stations={stations}
            />
          </Stack>
        }
        confirmLabel={text('reactive.submit', count)}
        cancelLabel={common('action.cancel')}
        onConfirm={confirm}
        onCancel={() => setAsked(false)}
      />
    </Card>
  )
}
