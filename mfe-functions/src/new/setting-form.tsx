import { type ReactNode, useState } from 'react'
import { useSend } from '@helioport/api-client'
import { isCurve, type Setting, type SettingKind } from '@helioport/contract'
import { useFormat, useSettingText, useText } from '@helioport/i18n'
import { instantAt } from '@helioport/time'
import { Button, Card, Notice, Stack } from '@helioport/ui'
import { Form, FormActions, useForm } from '@helioport/ui/form'
import { Confirm } from '@helioport/ui/overlay'
import { useCommandSender } from '../command/use-command-sender.tsx'
import type enUS from '../messages/en-US.ts'
import { ChosenDevices } from './chosen-devices.tsx'
import { effectOf } from './effect.ts'
import { EffectPreview } from './effect-preview.tsx'
import { OrderTerms } from './order-terms.tsx'
import { PqDiagram } from './pq-diagram.tsx'
import type { Candidate } from './readiness.ts'
import { faultOf, firstEntriesOf, settingBody, settingOf } from './setting-entries.ts'
import { SettingFields } from './setting-fields.tsx'

interface SettingFormProps {
  kind: Exclude<SettingKind, 'reactivePower'>
  chosen: readonly Candidate[]
  kindChoice: ReactNode
}

const minuteMs = 60_000

/** Form that sets a limit of active power, a fixed reactive power or a curve, with its words, effect and a question. */
export function SettingForm({ kind, chosen, kindChoice }: SettingFormProps) {
  const text = useText<typeof enUS>('functions')
  const common = useText()
  const errors = useText('error')
  const status = useText('status')
  const format = useFormat()
  const settingText = useSettingText()
  const command = useCommandSender()
  const { send } = useSend('POST /commands/settings', { refreshes: ['GET /remote-settings/devices', 'GET /commands'] })
  const [asked, setAsked] = useState(false)
  const timeZone = chosen[0]?.device.timeZone ?? 'UTC'
  const form = useForm({
    initial: firstEntriesOf(kind),
    rules: {
      amount: (_amount, values) => {
        const fault = isCurve(kind) ? null : faultOf(kind, values)
        return fault ? errors(fault) : undefined
      },
      endsAt: (endsAt) => (kind === 'powerLimit' && endsAt === '' ? errors('setting.endMissing') : undefined),
    },
    onSubmit: (values) => setAsked(chosen.length > 0 && faultOf(kind, values) === null),
  })
  const fault = faultOf(kind, form.values)
  const setting = fault === null ? settingOf(kind, form.values) : null
  // What the voltage will be is not known: nothing is foretold of its curve.
  const effect = setting && chosen.length > 0 && kind !== 'voltageCurve' ? effectOf(chosen, setting) : undefined
  const stations = new Set(chosen.map(({ device }) => device.stationId)).size
  const count = { count: chosen.length, number: format.number(chosen.length) }
  const { revertAfterMinutes, endsAt } = form.values
  const ends =
    kind === 'powerLimit'
      ? endsAt !== '' && text('setting.endsAt', { time: format.dateTime(instantAt(endsAt, timeZone), timeZone) })
      : revertAfterMinutes > 0 && text('reactive.goesBack', { time: format.duration(revertAfterMinutes * minuteMs) })
  const confirm = () => {
    setAsked(false)
    const deviceIds = chosen.map(({ device }) => device.deviceId)
    void command.send(() => send({ body: settingBody(kind, deviceIds, form.values, timeZone) }))
  }

  return (
    <Card
      title={status(`commandKind.${kind}`)}
      subtitle={stations > 1 ? text('order.of', { number: format.number(stations) }) : chosen[0]?.device.stationName}
    >
      <Form form={form} label={status(`commandKind.${kind}`)}>
        <Stack gap={4}>
          {kindChoice}
          <SettingFields kind={kind} form={form} devices={chosen.length} station={chosen[0]?.device.stationName} />
          {isCurve(kind) && fault && <Notice tone="bad">{errors(fault)}</Notice>}
          {setting && isCurve(kind) && <p>{settingText(setting)}</p>}
          {effect && <PqDiagram effect={effect} setting={setting} />}
          {effect && setting && <EffectPreview effect={effect} chosen={chosen} setting={setting} />}
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
        title={text('reactive.ask', { ...count, value: asTitle(status(`commandKind.${kind}`), setting, settingText) })}
        text={
          <Stack gap={3}>
            <ChosenDevices chosen={chosen} />
            {setting && <p>{settingText(setting)}</p>}
            {effect && setting && <EffectPreview effect={effect} chosen={chosen} setting={setting} />}
            <OrderTerms ends={ends === false ? null : ends} stations={stations} />
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

/** What is set, in one line; a curve is too long for that. */
const asTitle = (name: string, setting: Setting | null, textOf: (setting: Setting) => string) =>
  setting && !isCurve(setting.kind) ? `${name} ${textOf(setting)}` : name
