import { type ReactNode, useState } from 'react'
import type { Setting } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Button, Card, Notice, Stack } from '@helioport/ui'
import { Form, FormActions, type FormState } from '@helioport/ui/form'
import { Confirm } from '@helioport/ui/overlay'
import type { useCommandSender } from '../command/use-command-sender.tsx'
import type enUS from '../messages/en-US.ts'
import { ChosenDevices } from './chosen-devices.tsx'
import type { Effect } from './effect.ts'
import { EffectPreview } from './effect-preview.tsx'
import { OrderTerms } from './order-terms.tsx'
import type { Candidate } from './readiness.ts'

/** Whether the confirmation is open; it opens once the form is valid and a device is chosen. */
export function useQuestion(chosen: readonly Candidate[]) {
  const [isAsked, setAsked] = useState(false)
  return { isAsked, ask: () => setAsked(chosen.length > 0), leave: () => setAsked(false) }
}

interface OrderCardProps<Values> {
  title: string
  chosen: readonly Candidate[]
  form: FormState<Values>
  command: ReturnType<typeof useCommandSender>
  question: ReturnType<typeof useQuestion>
  /** The setting in one line, for the confirmation's title. */
  asTitle: string
  /** The entered setting, and its effect where it can be computed. */
  setting: Setting | null
  effect: Effect | undefined
  /** Text about the setting in form and confirmation, beside its effect. */
  said: ReactNode
  /** When it reverts, in words; null: it does not. */
  ends: string | null
  onConfirm: () => void
  /** The fields. */
  children: ReactNode
}

/** Card of a setting: fields, effect, and confirmation. */
export function OrderCard<Values>(props: OrderCardProps<Values>) {
  const { title, chosen, form, command, question, setting, effect, said } = props
  const text = useText<typeof enUS>('functions')
  const common = useText()
  const format = useFormat()
  const stations = new Set(chosen.map(({ device }) => device.stationId)).size
  const count = { count: chosen.length, number: format.number(chosen.length) }
  const preview = effect && setting && <EffectPreview effect={effect} chosen={chosen} setting={setting} />
  const confirm = () => {
    question.leave()
    props.onConfirm()
  }
  return (
    <Card
      title={title}
      subtitle={stations > 1 ? text('order.of', { number: format.number(stations) }) : chosen[0]?.device.stationName}
    >
      <Form form={form} label={title}>
        <Stack gap={4}>
          {props.children}
          {preview}
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
        open={question.isAsked}
        title={text('reactive.ask', { ...count, value: props.asTitle })}
        text={
          <Stack gap={3}>
            <ChosenDevices chosen={chosen} />
            {said}
            {preview}
            <OrderTerms ends={props.ends} stations={stations} />
          </Stack>
        }
        confirmLabel={text('reactive.submit', count)}
        cancelLabel={common('action.cancel')}
        onConfirm={confirm}
        onCancel={question.leave}
      />
    </Card>
  )
}
