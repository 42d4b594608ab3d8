import { type CommandDetail, type CommandKind, type CommandOutcome, outcomeOf } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { StatusTag } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'

type Device = CommandDetail['devices'][number]

const tones = { open: 'info', done: 'normal', failed: 'abnormal' } as const satisfies Record<CommandOutcome, string>

/** Tag with the state of a command device or of one of its steps. */
export function StateTag({ kind, state, reason }: Pick<Device, 'state' | 'reason'> & { kind: CommandKind }) {
  const status = useText('status')
  const label =
    kind === 'ivScan' && state === 'SUCCESSFUL' ? status('commandState.scanned') : status(`commandState.${state}`)
  return (
    <StatusTag
      status={state === 'EXPIRED' || state === 'CANCELLED' ? 'offline' : tones[outcomeOf(kind, state)]}
      look="plain"
      label={label}
      reason={reason === null ? undefined : status(`commandReason.${reason}`)}
    />
  )
}

interface Counts {
  total: number
  open: number
  done: number
  failed: number
}

/** Tag with the state of a whole command. */
export function CommandTag({ counts, look = 'plain' }: { counts: Counts; look?: 'plain' | 'soft' }) {
  const text = useText<typeof enUS>('functions')
  const outcome = counts.open > 0 ? 'open' : counts.failed === 0 ? 'done' : counts.done > 0 ? 'partly' : 'failed'
  const status = outcome === 'partly' ? 'abnormal' : tones[outcome]
  return <StatusTag status={status} look={look} label={text(`outcome.${outcome}`)} />
}
