import { useEffect, useRef, useState } from 'react'
import { useEndpoint, useSend } from '@helioport/api-client'
import { type CommandDetail, paths } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Button, Notice, Row } from '@helioport/ui'
import type { useCommandSender } from '../command/use-command-sender.tsx'
import type enUS from '../messages/en-US.ts'
import styles from '../command/command.module.css'
import { RejectOrder } from './reject-order.tsx'

interface CommandHoldProps {
  command: CommandDetail
  sender: ReturnType<typeof useCommandSender>
  /** Epoch ms. */
  now: number
}

const refreshes = { refreshes: ['GET /commands', 'GET /commands/:commandId'] } as const

/** After a decision its result gets the focus, since the focused buttons disappear. */
function useDecided(waits: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const isNoted = useRef(false)
  useEffect(() => {
    if (!waits && isNoted.current && document.activeElement === document.body) place.current?.focus()
  }, [waits])
  const note = () => {
    isNoted.current = true
  }
  return [place, note] as const
}

/** What a large order waits for, who may approve it, and the other tasks of the order. */
export function CommandHold({ command, sender, now }: CommandHoldProps) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const { send } = useSend('POST /commands/:commandId/approval', { refreshes: [...refreshes.refreshes] })
  const [isRejecting, setRejecting] = useState(false)
  const waits = command.hold?.waits ?? false
  const [place, noteDecision] = useDecided(waits)
  const me = useEndpoint('GET /account').data?.userName
  const { hold, timeZone, revertAfterMinutes, userName } = command
  const until = hold && format.dateTime(hold.until, timeZone)
  return (
    <div ref={place} tabIndex={-1} className={styles['hold']}>
      {hold?.waits && (
        <Notice
          tone="warn"
          action={
            hold.mayApprove && (
              <Row>
                <Button
                  kind="primary"
                  busy={sender.busy}
                  onClick={() => {
                    noteDecision()
                    void sender.send(() => send({ params: { commandId: command.id } }))
                  }}
                >
                  {text('hold.approve')}
                </Button>
                <Button disabled={sender.busy} onClick={() => setRejecting(true)}>
                  {text('hold.reject')}
                </Button>
              </Row>
            )
          }
        >
          {hold.kind === 'delay'
            ? text('hold.delay', {
                time: until ?? '',
                left: format.duration(Math.max(Date.parse(hold.until) - now, 0)),
              })
            : text('hold.secondPerson', { time: until ?? '' })}
          {revertAfterMinutes !== null &&
            ` ${text('reactive.goesBack', { time: format.duration(revertAfterMinutes * 60_000) })}`}
          {hold.kind === 'secondPerson' && me !== undefined && me === userName && ` ${text('hold.own')}`}
        </Notice>
      )}
      {isRejecting && (
        <RejectOrder
          commandId={command.id}
          sender={sender}
          onClose={() => {
            noteDecision()
            setRejecting(false)
          }}
        />
      )}
      {hold?.rejectedAt != null && (
        <Notice tone="bad">
          {text('hold.rejected', {
            name: hold.rejectedBy ?? '–',
            time: format.dateTime(hold.rejectedAt, timeZone),
            reason: hold.rejection ?? '–',
          })}
        </Notice>
      )}
      {hold && hold.approvedAt !== null && (
        <Notice tone="info">
          {text('hold.approved', {
            name: hold.approvedBy ?? '–',
            time: format.dateTime(hold.approvedAt, timeZone),
          })}
        </Notice>
      )}
      <Together command={command} />
    </div>
  )
}

/** The other tasks of the same order. */
function Together({ command }: { command: CommandDetail }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  if (command.together.length === 0) return null
  return (
    <Notice tone="info">
      <Row>
        {text('order.together')}
        {command.together.map(({ commandId, stationName, devices }) => (
          <a key={commandId} href={`#${paths.command(commandId)}`}>
            <bdi>{stationName}</bdi> ({format.number(devices)})
          </a>
        ))}
      </Row>
    </Notice>
  )
}
