import { useState } from 'react'
import { type ApiError, useEndpoint, useSend } from '@helioport/api-client'
import { type CommandDetail, isCurve, paths } from '@helioport/contract'
import { joinParts, useErrorText, useFormat, useSettingText, useText } from '@helioport/i18n'
import { Button, Notice, Page, PageHeader, useNow } from '@helioport/ui'
import { Confirm } from '@helioport/ui/overlay'
import { CommandTag } from '../command/command-status.tsx'
import { useCommandSender } from '../command/use-command-sender.tsx'
import type enUS from '../messages/en-US.ts'
import { CancelWaiting } from './cancel-waiting.tsx'
import { CommandDevices } from './command-devices.tsx'
import { CommandFigures } from './command-figures.tsx'
import { CommandHold } from './command-hold.tsx'
import { CommandSteps } from './command-steps.tsx'

interface CommandViewProps {
  command: CommandDetail
  back: { href: string; label: string }
  /** Error of the last refresh; `command` is older. */
  error: ApiError | undefined
}

export function CommandView({ command, back, error }: CommandViewProps) {
  const text = useText<typeof enUS>('functions')
  const common = useText()
  const status = useText('status')
  const errorText = useErrorText()
  const settingText = useSettingText()
  const format = useFormat()
  const now = useNow(1000)
  const sender = useCommandSender()
  const { send } = useSend('POST /commands/:commandId/undo', {
    refreshes: ['GET /commands', 'GET /commands/:commandId'],
  })
  const station = useEndpoint('GET /stations/:stationId', { params: { stationId: command.stationId } })
  const [asked, setAsked] = useState(false)
  const { kind, cause, setting, timeZone, createdAt, userName, ended } = command
  const mayControl = station.data?.rights.includes('control') ?? false
  const mayScan = station.data?.rights.includes('iv') ?? false
  const title = [
    status(`commandKind.${kind}`),
    ...(setting && !isCurve(setting.kind) ? [settingText(setting)] : []),
  ].join(' ')

  return (
    <Page>
      <PageHeader
        back={back}
        title={title}
        status={<CommandTag command={command} look="soft" />}
        subtitle={joinParts([
          command.stationName,
          format.dateTime(createdAt, timeZone),
          userName ?? text('by.service'),
          ...(cause === 'person' ? [] : [status(`commandCause.${cause}`)]),
        ])}
        actions={
          (mayControl || mayScan) && (
            <>
              {command.cancellable && !isStopping(command) && (kind === 'ivScan' ? mayScan : mayControl) && (
                <CancelWaiting command={command} sender={sender} />
              )}
              {command.undoable && mayControl && (
                <Button icon="arrowDown" busy={sender.busy} onClick={() => setAsked(true)}>
                  {common('action.undo')}
                </Button>
              )}
            </>
          )
        }
      />
      {error && <Notice tone="warn">{errorText(error).detail}</Notice>}
      {sender.refusal !== undefined && <Notice tone="bad">{sender.refusal}</Notice>}
      <CommandHold command={command} sender={sender} now={now} />
      {!ended && command.hold?.waits !== true && (
        <Notice tone="info">{text(kind === 'ivScan' ? 'command.scanning' : 'command.setting')}</Notice>
      )}
      <RelatedCommands command={command} />
      <CommandFigures command={command} label={title} now={now} />
      <CommandDevices command={command} now={now} />
      <CommandSteps command={command} />
      <Confirm
        open={asked}
        title={text('undo.ask')}
        text={text('undo.text')}
        confirmLabel={text('undo.confirm')}
        cancelLabel={common('action.cancel')}
        onConfirm={() => {
          setAsked(false)
          void sender.send(() => send({ params: { commandId: command.id } }))
        }}
        onCancel={() => setAsked(false)}
      />
    </Page>
  )
}

/** Every open device is already stopping. */
const isStopping = ({ devices, counts }: CommandDetail) =>
  counts.open > 0 && devices.filter(({ stopping }) => stopping).length === counts.open

/** The command that this one undoes, and the command that undoes it. */
function RelatedCommands({ command: { ofCommandId, takenBackBy, timeZone } }: { command: CommandDetail }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const failed = takenBackBy?.failed ?? 0
  const time = takenBackBy ? format.dateTime(takenBackBy.at, timeZone) : ''
  return (
    <>
      {ofCommandId !== null && (
        <Notice tone="info" action={<a href={`#${paths.command(ofCommandId)}`}>{text('command.former')}</a>}>
          {text('command.takesBack')}
        </Notice>
      )}
      {takenBackBy !== null && (
        <Notice
          tone={failed > 0 ? 'bad' : 'info'}
          action={<a href={`#${paths.command(takenBackBy.commandId)}`}>{text('command.back')}</a>}
        >
          {failed > 0
            ? text('command.notTakenBack', { count: failed, number: format.number(failed), time })
            : text(takenBackBy.ended ? 'command.takenBack' : 'command.takingBack', { time })}
        </Notice>
      )}
    </>
  )
}
