import { useState } from 'react'
import { useSend } from '@helioport/api-client'
import { accountRules, type SubAccount, type SubAccountChange } from '@helioport/contract'
import { Button, Notice, Stack } from '@helioport/ui'
import { Form, FormActions, required, SwitchField, TextField, useForm } from '@helioport/ui/form'
import { Confirm } from '@helioport/ui/overlay'
import { NewPasswordField, newPasswordRule } from './new-password-field.tsx'
import { RightsFields } from './rights-fields.tsx'
import { useAccountText } from '../account/use-account-text.ts'
import { useWrite } from '../account/use-write.tsx'

const refreshes = ['GET /sub-accounts', 'GET /monitored-accounts'] as const

interface SubAccountChangeFormProps {
  account: SubAccount
  onDone: () => void
}

/** Changes rights, stations and state of a sub-account, sets a new password, deletes it. */
export function SubAccountChangeForm({ account, onDone }: SubAccountChangeFormProps) {
  const text = useAccountText()
  const { attempt, busy, failure } = useWrite()
  const [isDeleting, setDeleting] = useState(false)
  const params = { subAccountId: account.id }
  const change = useSend('PUT /sub-accounts/:subAccountId', { refreshes })
  const remove = useSend('DELETE /sub-accounts/:subAccountId', { refreshes })
  const { nickname, mayControl, allStations, stationIds, disabled } = account
  const form = useForm<SubAccountChange>({
    initial: { nickname, mayControl, allStations, stationIds, disabled },
    rules: { nickname: required(text('rule.nickname', { max: accountRules.nickname.maxLength })) },
    onSubmit: async (body) => {
      if (await attempt(() => change.send({ params, body }), text('saved'), 'failed.edit')) onDone()
    },
  })
  const leave = async () => {
    if (await attempt(() => remove.send({ params }), text('sub.deleted'), 'failed.delete')) onDone()
  }
  return (
    <Stack gap={6}>
      <Form form={form} label={account.userName}>
        <TextField
          {...form.field('nickname')}
          label={text('field.nickname')}
          maxLength={accountRules.nickname.maxLength}
          required
        />
        <RightsFields form={form} />
        <SwitchField {...form.field('disabled')} label={text('sub.disable')} hint={text('sub.disableHint')} />
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
        <FormActions>
          <Button kind="primary" type="submit" disabled={!form.isDirty} busy={form.isSubmitting}>
            {text('save')}
          </Button>
          <Button kind="danger" disabled={busy} onClick={() => setDeleting(true)}>
            {text('sub.delete')}
          </Button>
        </FormActions>
      </Form>
      <PasswordForm subAccountId={account.id} />
      <Confirm
        open={isDeleting}
        title={text('sub.deleteTitle', { name: account.userName })}
        text={text('sub.deleteText')}
        confirmLabel={text('sub.delete')}
        cancelLabel={text('cancel')}
        danger
        onCancel={() => setDeleting(false)}
        onConfirm={() => {
          setDeleting(false)
          void leave()
        }}
      />
    </Stack>
  )
}

function PasswordForm({ subAccountId }: { subAccountId: string }) {
  const text = useAccountText()
  const { attempt, failure } = useWrite()
  const put = useSend('PUT /sub-accounts/:subAccountId/password')
  const form = useForm({
    initial: { password: '' },
    rules: { password: newPasswordRule(text) },
    onSubmit: async (body) => {
      if (await attempt(() => put.send({ params: { subAccountId }, body }), text('sub.passwordDone'))) {
        form.reset({ password: '' })
      }
    },
  })
  return (
    <Form form={form} label={text('sub.newPassword')}>
      <NewPasswordField form={form} label={text('sub.newPassword')} />
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <FormActions>
        <Button type="submit" busy={form.isSubmitting}>
          {text('sub.setPassword')}
        </Button>
      </FormActions>
    </Form>
  )
}
