import { useSend } from '@helioport/api-client'
import { maxRejection } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button, Row, Stack } from '@helioport/ui'
import { all, Form, maxLength, required, TextAreaField, useForm } from '@helioport/ui/form'
import { Modal } from '@helioport/ui/overlay'
import type { useCommandSender } from '../command/use-command-sender.tsx'
import type enUS from '../messages/en-US.ts'

interface RejectOrderProps {
  commandId: string
  sender: ReturnType<typeof useCommandSender>
  onClose: () => void
}

/** Asks for the reason and rejects a large order. */
export function RejectOrder({ commandId, sender, onClose }: RejectOrderProps) {
  const text = useText<typeof enUS>('functions')
  const common = useText()
  const { send } = useSend('POST /commands/:commandId/rejection', {
    refreshes: ['GET /commands', 'GET /commands/:commandId', 'GET /remote-settings/devices'],
  })
  const form = useForm({
    initial: { reason: '' },
    rules: {
      reason: all(
        required(common('field.required')),
        maxLength(maxRejection, common('field.tooLong', { max: maxRejection })),
      ),
    },
    onSubmit: async ({ reason }) => {
      onClose()
      // Errors are shown by the page, which still offers both choices.
      await sender.send(() => send({ params: { commandId }, body: { reason } }), text('hold.rejectedShort'))
    },
  })
  return (
    <Modal open title={text('hold.rejectTitle')} onClose={onClose} closeLabel={common('action.cancel')}>
      <Form form={form} label={text('hold.rejectTitle')}>
        <Stack gap={3}>
          <TextAreaField {...form.field('reason')} label={text('hold.reason')} rows={3} />
          <Row justify="end">
            <Button kind="primary" type="submit" busy={form.isSubmitting}>
              {text('hold.rejectNow')}
            </Button>
          </Row>
        </Stack>
      </Form>
    </Modal>
  )
}
