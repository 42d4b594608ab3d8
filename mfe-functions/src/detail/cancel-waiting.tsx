import { useSend } from '@helioport/api-client'
import type { CommandDetail } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button } from '@helioport/ui'
import type { useCommandSender } from '../command/use-command-sender.tsx'
import type enUS from '../messages/en-US.ts'

interface CancelWaitingProps {
  command: CommandDetail
  sender: ReturnType<typeof useCommandSender>
}

/** Cancels the waiting devices, without a confirmation. */
export function CancelWaiting({ command, sender }: CancelWaitingProps) {
  const text = useText<typeof enUS>('functions')
  const status = useText('status')
  const isScan = command.kind === 'ivScan'
  const { send } = useSend(
    isScan ? 'POST /commands/:commandId/scan-cancellation' : 'POST /commands/:commandId/cancellation',
    { refreshes: ['GET /commands', 'GET /commands/:commandId', 'GET /remote-settings/devices'] },
  )
  return (
    <Button
      icon="close"
      busy={sender.busy}
      onClick={() =>
        void sender.send(
          () => send({ params: { commandId: command.id } }),
          // A running scan stops later; a waiting setting is cancelled at once.
          isScan ? undefined : status('commandState.CANCELLED'),
        )
      }
    >
      {text(isScan ? 'scan.stop' : 'command.cancel')}
    </Button>
  )
}
