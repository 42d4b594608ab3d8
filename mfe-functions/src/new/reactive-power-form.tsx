import type { ReactNode } from 'react'
import { useSend } from '@helioport/api-client'
import type { Setting } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { useForm } from '@helioport/ui/form'
import { usePowerFactorText } from '../command/power-factor.ts'
import { useCommandSender } from '../command/use-command-sender.tsx'
import type enUS from '../messages/en-US.ts'
import { effectOf } from './effect.ts'
import { OrderCard, useQuestion } from './order-card.tsx'
import { commandBody, firstEntries, type PowerFactorEntries, powerFactorOf } from './power-factor-entries.ts'
import { PowerFactorFields } from './power-factor-fields.tsx'
import { PqDiagram } from './pq-diagram.tsx'
import { RawValues } from './raw-values.tsx'
import type { Candidate } from './readiness.ts'
import { useReturnText } from './term-fields.tsx'

const idsOf = (chosen: readonly Candidate[]) => chosen.map(({ device }) => device.deviceId)

function magnitudeFault(magnitude: number | null, { direction }: Pick<PowerFactorEntries, 'direction'>) {
  if (magnitude === null) return 'powerFactor.missing'
  return powerFactorOf({ direction, magnitude }) === null ? 'powerFactor.outOfRange' : undefined
}

/** Form for a fixed power factor, with a preview of its effect and a confirmation. */
export function ReactivePowerForm({ chosen, kindChoice }: { chosen: readonly Candidate[]; kindChoice: ReactNode }) {
  const text = useText<typeof enUS>('functions')
  const errors = useText('error')
  const powerFactorText = usePowerFactorText()
  const returnText = useReturnText()
  const command = useCommandSender()
  const { send } = useSend('POST /commands/reactive-power', {
    refreshes: ['GET /remote-settings/devices', 'GET /commands'],
  })
  const question = useQuestion(chosen)
  const told = (fault: ReturnType<typeof magnitudeFault>) => fault && errors(fault)
  const form = useForm({
    initial: firstEntries,
    rules: {
      magnitude: (magnitude, values) => told(magnitudeFault(magnitude, values)),
    },
    onSubmit: question.ask,
  })
  const powerFactor = powerFactorOf(form.values)
  const setting: Setting = { kind: 'reactivePower', value: powerFactor ?? 1, points: null }
  const entered = powerFactor === null ? null : setting
  const effect = chosen.length > 0 ? effectOf(chosen, setting) : undefined
  const raw = powerFactor !== null && <RawValues chosen={chosen} powerFactor={powerFactor} />

  return (
    <OrderCard
      title={text('reactive.title')}
      chosen={chosen}
      form={form}
      command={command}
      question={question}
      asTitle={powerFactorText(powerFactor)}
      setting={entered}
      effect={effect}
      said={raw}
      ends={returnText(form.values.revertAfterMinutes)}
      onConfirm={() => void command.order(commandBody(idsOf(chosen), form.values), (body) => send({ body }))}
    >
      {kindChoice}
      <PowerFactorFields form={form} devices={chosen.length} />
      {raw}
      {effect && <PqDiagram effect={effect} setting={entered} />}
    </OrderCard>
  )
}
