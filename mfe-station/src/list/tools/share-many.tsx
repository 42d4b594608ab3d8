import { accountRules, mostSharedRows } from '@helioport/contract'
import { call } from '@helioport/api-client'
import { useText } from '@helioport/i18n'
import { Button, Stack } from '@helioport/ui'
import { all, Form, FormActions, matches, required, TextField, useForm } from '@helioport/ui/form'
import { Modal } from '@helioport/ui/overlay'
import { useOwnerText } from '../../station/owner-texts.ts'
import { newTerms, ShareTerms, termsOf } from '../../station/share-terms.tsx'
import type { BulkAction } from './use-bulk.ts'

interface ShareManyProps {
  /** Number of stations, as text. */
  count: string
  onClose: () => void
  onSend: (action: BulkAction) => void
}

/** One invitation for many stations. */
export function ShareMany({ count, onClose, onSend }: ShareManyProps) {
  const text = useOwnerText()
  const common = useText()
  const form = useForm({
    initial: { userName: '', ...newTerms },
    rules: {
      userName: all(
        required(common('field.required')),
        matches(new RegExp(accountRules.invited.pattern), text('sharing.userNameRule')),
      ),
    },
    onSubmit: async (values) => {
      const invitation = { userName: values.userName.trim(), ...termsOf(values) }
      onSend({
        most: mostSharedRows,
        send: async (stationIds) =>
          (await call('POST /station-shares', { body: { ...invitation, stationIds } })).data ?? [],
      })
      onClose()
    },
  })
  return (
    <Modal open title={text('bulk.shareTitle', { count })} onClose={onClose} closeLabel={common('action.close')}>
      <Form form={form} label={text('bulk.shareTitle', { count })}>
        <Stack gap={3}>
          <TextField
            {...form.field('userName')}
            label={text('sharing.invited')}
            hint={text('sharing.userNameHint')}
            autoComplete="off"
            required
          />
          <ShareTerms form={form} />
        </Stack>
        <FormActions>
          <Button kind="primary" type="submit" busy={form.isSubmitting}>
            {text('bulk.share')}
          </Button>
        </FormActions>
      </Form>
    </Modal>
  )
}
