import { useText } from '@helioport/i18n'
import { Button, Row, Stack } from '@helioport/ui'
import { all, Form, maxLength, required, TextAreaField, useForm } from '@helioport/ui/form'
import { Modal } from '@helioport/ui/overlay'
import type enUS from '../messages/en-US.ts'

const longestComment = 2000

interface ManyCommentProps {
  onClose: () => void
  onSend: (comment: string) => Promise<void>
}

/** One comment for all chosen alarms. */
export function ManyComment({ onClose, onSend }: ManyCommentProps) {
  const text = useText<typeof enUS>('record')
  const common = useText()
  const form = useForm({
    initial: { text: '' },
    rules: {
      text: all(
        required(common('field.required')),
        maxLength(longestComment, common('field.tooLong', { max: longestComment })),
      ),
    },
    onSubmit: ({ text: comment }) => onSend(comment),
  })
  return (
    <Modal open title={text('many.comment')} onClose={onClose} closeLabel={text('detail.close')}>
      <Form form={form} label={text('many.comment')}>
        <Stack gap={3}>
          <TextAreaField {...form.field('text')} label={text('care.comment')} rows={4} />
          <Row justify="end">
            <Button kind="primary" type="submit" busy={form.isSubmitting}>
              {text('care.send')}
            </Button>
          </Row>
        </Stack>
      </Form>
    </Modal>
  )
}
