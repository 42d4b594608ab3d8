import { type Command, type CommandDetail, type CommandKind, type CommandOutcome, outcomeOf } from '@helioport/contract'
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

interface CommandTagProps {
  command: Pick<Command, 'counts' | 'hold'>
  look?: 'plain' | 'soft'
}

/** Tag with the state of a whole command, or with what it waits for. */
export function CommandTag({ command: { counts, hold }, look = 'plain' }: CommandTagProps) {
  const text = useText<typeof enUS>('functions')
  const status = useText('status')
  const { open, done, failed, cancelled = 0 } = counts
  if (hold?.waits && counts.open > 0)
    return <StatusTag status="standby" look={look} label={status(`commandHold.${hold.kind}`)} />
  if (hold?.rejectedAt != null) return <StatusTag status="offline" look={look} label={text('hold.rejectedShort')} />
  // Nothing failed: a person cancelled the rest.
  if (open === 0 && cancelled > 0 && cancelled === failed) {
    const label = done === 0 ? status('commandState.CANCELLED') : text('outcome.partlyCancelled')
    return <StatusTag status="offline" look={look} label={label} />
  }
  const outcome = open > 0 ? 'open' : failed === 0 ? 'done' : done > 0 ? 'partly' : 'failed'
  const tone = outcome === 'partly' ? 'abnormal' : tones[outcome]
  return <StatusTag status={tone} look={look} label={text(`outcome.${outcome}`)} />
}
