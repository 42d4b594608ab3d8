import type { ReactNode } from 'react'
import { useSend } from '@helioport/api-client'
import { isCurve, type Setting, type SettingKind } from '@helioport/contract'
import { useFormat, useSettingText, useText } from '@helioport/i18n'
import { instantAt } from '@helioport/time'
import { Notice } from '@helioport/ui'
import { useForm } from '@helioport/ui/form'
import { useCommandSender } from '../command/use-command-sender.tsx'
import type enUS from '../messages/en-US.ts'
import { effectOf } from './effect.ts'
import { OrderCard, useQuestion } from './order-card.tsx'
import { PqDiagram } from './pq-diagram.tsx'
import type { Candidate } from './readiness.ts'
import { faultOf, firstEntriesOf, settingBody, settingOf } from './setting-entries.ts'
import { SettingFields } from './setting-fields.tsx'
import { useReturnText } from './term-fields.tsx'

interface SettingFormProps {
  kind: Exclude<SettingKind, 'reactivePower'>
  chosen: readonly Candidate[]
  kindChoice: ReactNode
}

/** Form for a limit of active power, a fixed reactive power or a curve, with text, effect and confirmation. */
export function SettingForm({ kind, chosen, kindChoice }: SettingFormProps) {
  const text = useText<typeof enUS>('functions')
  const errors = useText('error')
  const status = useText('status')
  const format = useFormat()
  const settingText = useSettingText()
  const returnText = useReturnText()
  const command = useCommandSender()
  const { send } = useSend('POST /commands/settings', { refreshes: ['GET /remote-settings/devices', 'GET /commands'] })
  const question = useQuestion(chosen)
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
    onSubmit: (values) => (faultOf(kind, values) === null ? question.ask() : undefined),
  })
  const fault = faultOf(kind, form.values)
  const setting = fault === null ? settingOf(kind, form.values) : null
  // The future voltage is unknown, so a voltage curve has no preview.
  const effect = setting && chosen.length > 0 && kind !== 'voltageCurve' ? effectOf(chosen, setting) : undefined
  const words = setting && <p>{settingText(setting)}</p>
  const endText = (endsAt: string) =>
    endsAt === '' ? null : text('setting.endsAt', { time: format.dateTime(instantAt(endsAt, timeZone), timeZone) })
  const confirm = () => {
    const deviceIds = chosen.map(({ device }) => device.deviceId)
    void command.order(settingBody(kind, deviceIds, form.values, timeZone), (body) => send({ body }))
  }

  return (
    <OrderCard
      title={status(`commandKind.${kind}`)}
      chosen={chosen}
      form={form}
      command={command}
      question={question}
      asTitle={asTitle(status(`commandKind.${kind}`), setting, settingText)}
      setting={setting}
      effect={effect}
      said={words}
      ends={kind === 'powerLimit' ? endText(form.values.endsAt) : returnText(form.values.revertAfterMinutes)}
      onConfirm={confirm}
    >
      {kindChoice}
      <SettingFields kind={kind} form={form} devices={chosen.length} station={chosen[0]?.device.stationName} />
      {isCurve(kind) && fault && <Notice tone="bad">{errors(fault)}</Notice>}
      {isCurve(kind) && words}
      {effect && <PqDiagram effect={effect} setting={setting} />}
    </OrderCard>
  )
}

/** The setting in one line; a curve is too long for it. */
const asTitle = (name: string, setting: Setting | null, textOf: (setting: Setting) => string) =>
  setting && !isCurve(setting.kind) ? `${name} ${textOf(setting)}` : name
