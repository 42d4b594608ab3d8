import type { CommandDetail } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Stat, StatRow } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'

interface CommandFiguresProps {
  command: CommandDetail
  label: string
  /** Epoch ms. */
  now: number
}

/** Number of devices done, open and failed, and the time until former values return. */
export function CommandFigures({ command, label, now }: CommandFiguresProps) {
  const text = useText<typeof enUS>('functions')
  const status = useText('status')
  const format = useFormat()
  const { counts, revertAt, takenBackBy, timeZone } = command
  const { cancelled = 0 } = counts
  const failed = counts.failed - cancelled
  // Without a set value nothing reverts.
  const maySet = counts.done + counts.open > 0
  const untilRevert = revertAt === null || takenBackBy !== null || !maySet ? null : Date.parse(revertAt) - now
  return (
    <StatRow label={label}>
      <Stat
        size="xl"
        testId="command-done"
        raw={counts.done}
        label={text('outcome.done')}
        value={`${format.number(counts.done)}/${format.number(counts.total)}`}
      />
      <Stat testId="command-open" raw={counts.open} label={text('outcome.open')} value={format.number(counts.open)} />
      <Stat
        testId="command-failed"
        raw={failed}
        label={text('outcome.failed')}
        value={format.number(failed)}
        note={cancelled > 0 ? `${status('commandState.CANCELLED')}: ${format.number(cancelled)}` : undefined}
      />
      {untilRevert !== null && revertAt !== null && (
        <Stat
          testId="command-revert"
          raw={Math.max(untilRevert, 0)}
          label={text('command.revert')}
          value={untilRevert > 0 ? format.duration(untilRevert) : text('command.revertDue')}
          note={format.dateTime(revertAt, timeZone)}
        />
      )}
    </StatRow>
  )
}
