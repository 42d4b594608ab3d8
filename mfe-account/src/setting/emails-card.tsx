import { useEffect, useState } from 'react'
import { useSend } from '@helioport/api-client'
import { accountRules, type Email } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Button, Card, Notice, Stack, StatusTag } from '@helioport/ui'
import { all, CodeField, Form, FormActions, matches, required, TextField, useForm } from '@helioport/ui/form'
import { Confirm } from '@helioport/ui/overlay'
import { codeRule, codeTexts } from './code-texts.ts'
import { Entry, EntryList } from '../account/entry-list.tsx'
import { useAccountText } from '../account/use-account-text.ts'
import { useWrite, type Write } from '../account/use-write.tsx'

const refreshes = ['GET /account/security', 'GET /account'] as const

interface EmailsCardProps {
  emails: readonly Email[]
  /** Whether there is unsaved input. */
  onDirty: (isDirty: boolean) => void
}

/** The addresses of the account: one receives mails, each can sign in. */
export function EmailsCard({ emails, onDirty }: EmailsCardProps) {
  const text = useAccountText()
  const format = useFormat()
  const write = useWrite()
  const [leaving, setLeaving] = useState<Email>()
  const makePrimary = useSend('PUT /account/emails/:emailId/primary', { refreshes })
  const unbind = useSend('DELETE /account/emails/:emailId', { refreshes })
  return (
    <Card title={text('email.title')} subtitle={text('email.hint')}>
      <Stack>
        {' '}
        <EntryList label={text('email.title')}>
          {emails.map((email) => (
            <Entry
              key={email.id}
              icon="mail"
              title={email.email}
              note={text('email.added', { day: format.date(email.addedAt, viewerTimeZone()) })}
              mark={email.primary && <StatusTag status="normal" label={text('email.primary')} />}
            >
              {!email.primary && (
                <>
                  <Button
                    size="s"
                    disabled={write.busy}
                    onClick={() =>
                      void write.attempt(
                        () => makePrimary.send({ params: { emailId: email.id } }),
                        text('email.changed'),
                      )
                    }
                  >
                    {text('email.makePrimary')}
                  </Button>
                  <Button size="s" kind="text" disabled={write.busy} onClick={() => setLeaving(email)}>
                    {text('email.unbind')}
                  </Button>
                </>
              )}
            </Entry>
          ))}
        </EntryList>
        {write.failure !== undefined && <Notice tone="bad">{write.failure}</Notice>}
        <BindForm count={emails.length} write={write} onDirty={onDirty} />
      </Stack>{' '}
      <Confirm
        open={leaving !== undefined}
        title={text('email.unbindTitle')}
        text={text('email.unbindText', { email: leaving?.email ?? '' })}
        confirmLabel={text('email.unbind')}
        cancelLabel={text('cancel')}
        danger
        onCancel={() => setLeaving(undefined)}
        onConfirm={() => {
          const emailId = leaving?.id ?? ''
          setLeaving(undefined)
          void write.attempt(() => unbind.send({ params: { emailId } }), text('email.unbound'), 'failed.delete')
        }}
      />
    </Card>
  )
}

interface BindFormProps extends Pick<EmailsCardProps, 'onDirty'> {
  count: number
  write: Write
}

function BindForm({ count, write: { attempt }, onDirty }: BindFormProps) {
  const text = useAccountText()
  const sendCode = useSend('POST /account/emails/code')
  const bind = useSend('POST /account/emails', { refreshes })
  const isEmail = all<string, unknown>(
    required(text('rule.emailRequired')),
    matches(new RegExp(accountRules.email.pattern), text('rule.email')),
  )
  const form = useForm({
    initial: { email: '', code: '' },
    rules: { email: isEmail, code: codeRule(text) },
    onSubmit: async (body) => {
      if (await attempt(() => bind.send({ body }), text('email.bound'), 'failed.bind'))
        form.reset({ email: '', code: '' })
    },
  })
  const isDirty = form.isDirty && !form.isSubmitting
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const send = async () => {
    const { email } = form.values
    const wrong = isEmail(email, '')
    if (wrong !== undefined) form.setErrors({ email: wrong })
    return wrong === undefined && attempt(() => sendCode.send({ body: { email } }), undefined, 'failed.operation')
  }
  return (
    <Form form={form} label={text('email.bind')}>
      <TextField {...form.field('email')} type="email" label={text('email.new')} autoComplete="email" required />
      <CodeField
        // Resets the field after a code was used.
        key={count}
        {...form.field('code')}
        label={text('code.label')}
        hint={text('email.codeHint')}
        texts={codeTexts(text)}
        onSend={send}
        required
      />
      <FormActions>
        <Button kind="primary" type="submit" busy={form.isSubmitting}>
          {text('email.bind')}
        </Button>
      </FormActions>
    </Form>
  )
}
