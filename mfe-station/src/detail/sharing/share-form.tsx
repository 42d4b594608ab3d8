import { useState } from 'react'
import { accountRules, type Share, type ShareRight } from '@helioport/contract'
import { ApiError, type ApiErrorCode, useSend } from '@helioport/api-client'
import { useText } from '@helioport/i18n'
import { Button, Notice } from '@helioport/ui'
import { all, Form, FormActions, matches, required, TextField, useForm } from '@helioport/ui/form'
import { toast } from '@helioport/ui/overlay'
import { useOwnerText } from '../../station/owner-texts.ts'
import { useTabText } from '../tab-texts.ts'
import { newTerms, ShareTerms, termsOf, valuesOfTerms } from '../../station/share-terms.tsx'

const refreshes = ['GET /stations/:stationId/shares'] as const

/** Refusals of the last day; all others concern the invited account. */
const dayCodes: readonly ApiErrorCode[] = ['share.endsInPast']

interface ShareFormProps {
  stationId: string
  /** Undefined: a new invitation. */
  share?: Share
  onPreview: (rights: readonly ShareRight[]) => void
  onDone?: () => void
}

/**
 * Invites an account by its user name, or changes the terms of a share. The service does not reveal whether the account
 * exists.
 */
export function ShareForm({ stationId, share, onPreview, onDone }: ShareFormProps) {
  const text = useTabText()
  const owner = useOwnerText()
  const common = useText()
  const reasons = useText('error')
  const [failure, setFailure] = useState<ApiErrorCode>()
  const invite = useSend('POST /stations/:stationId/shares', { refreshes })
  const change = useSend('PUT /stations/:stationId/shares/:shareId', { refreshes })
  const terms = share ? valuesOfTerms(share.rights, share.endsOn) : newTerms
  const form = useForm({
    initial: { userName: share?.userName ?? '', ...terms },
    rules: {
      userName: all(
        required(common('field.required')),
        matches(new RegExp(accountRules.invited.pattern), owner('sharing.userNameRule')),
      ),
    },
    onSubmit: async (values) => {
      setFailure(undefined)
      const userName = values.userName.trim()
      try {
        if (share) await change.send({ params: { stationId, shareId: share.id }, body: termsOf(values) })
        else await invite.send({ params: { stationId }, body: { userName, ...termsOf(values) } })
        toast({
          tone: 'good',
          text: share ? owner('sharing.changed', { name: userName }) : text('sharing.sent', { name: userName }),
        })
        form.reset()
        onDone?.()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // A person who closes the password dialog knows that nothing was done.
        if (error.code === 'session.proofRequired') return
        if (dayCodes.includes(error.code)) form.setErrors({ endsOn: reasons(error.code) })
        else if (share) setFailure(error.code)
        else form.setErrors({ userName: reasons(error.code) })
      }
    },
  })
  return (
    <Form form={form} label={share ? owner('sharing.change') : text('sharing.invite')}>
      {!share && (
        <TextField
          {...form.field('userName')}
          label={owner('sharing.invited')}
          hint={owner('sharing.userNameHint')}
          autoComplete="off"
          required
        />
      )}
      <ShareTerms form={form} />
      {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
      <FormActions>
        <Button kind="primary" type="submit" busy={form.isSubmitting}>
          {share ? owner('sharing.save') : text('sharing.send')}
        </Button>
        <Button icon="eye" onClick={() => onPreview(termsOf(form.values).rights)}>
          {owner('sharing.preview')}
        </Button>
      </FormActions>
    </Form>
  )
}
