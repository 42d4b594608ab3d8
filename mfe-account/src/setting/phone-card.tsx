import { useEffect, useState } from 'react'
import { useSend } from '@helioport/api-client'
import { accountRules, type AccountSecurity } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Button, Card, Notice, Stack } from '@helioport/ui'
import { all, CodeField, Form, FormActions, matches, required, TextField, useForm } from '@helioport/ui/form'
import { Confirm } from '@helioport/ui/overlay'
import { codeRule, codeTexts } from './code-texts.ts'
import { Entry, EntryList } from '../account/entry-list.tsx'
import { useAccountText } from '../account/use-account-text.ts'
import { useWrite, type Write } from '../account/use-write.tsx'
import { SentCode } from './sent-code.tsx'

const refreshes = ['GET /account/security', 'GET /account'] as const

interface PhoneCardProps {
  phone: AccountSecurity['phone']
  /** Whether there is unsaved input. */
  onDirty: (isDirty: boolean) => void
}

/** The bound phone, to which codes are sent; binding another one replaces it. */
export function PhoneCard({ phone, onDirty }: PhoneCardProps) {
  const text = useAccountText()
  const format = useFormat()
  const write = useWrite()
  return (
    <Card title={text('phone.title')} subtitle={text('phone.hint')}>
      <Stack>
        {' '}
        {phone && (
          <EntryList label={text('phone.title')}>
            <Entry
              icon="device"
              title={<bdi dir="ltr">{phone.phone}</bdi>}
              note={text('phone.since', { day: format.date(phone.boundAt, viewerTimeZone()) })}
            >
              <Unbind phone={phone.phone} write={write} />
            </Entry>
          </EntryList>
        )}
        {write.failure !== undefined && <Notice tone="bad">{write.failure}</Notice>}
        <BindForm bound={phone?.phone} write={write} onDirty={onDirty} />
      </Stack>{' '}
    </Card>
  )
}

function Unbind({ phone, write }: { phone: string; write: Write }) {
  const text = useAccountText()
  const [isAsking, setAsking] = useState(false)
  const unbind = useSend('DELETE /account/phone', { refreshes })
  return (
    <>
      <Button size="s" kind="text" disabled={write.busy} onClick={() => setAsking(true)}>
        {text('phone.unbind')}
      </Button>
      <Confirm
        open={isAsking}
        title={text('phone.unbindTitle')}
        text={text('phone.unbindText', { phone })}
        confirmLabel={text('phone.unbind')}
        cancelLabel={text('cancel')}
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void write.attempt(() => unbind.send(), text('phone.unbound'), 'failed.delete')
        }}
      />
    </>
  )
}

interface BindFormProps extends Pick<PhoneCardProps, 'onDirty'> {
  bound: string | undefined
  write: Write
}

function BindForm({ bound, write: { attempt }, onDirty }: BindFormProps) {
  const text = useAccountText()
  const [sentTo, setSentTo] = useState<string>()
  const sendCode = useSend('POST /account/phone/code', { refreshes: ['GET /account/mails'] })
  const bind = useSend('PUT /account/phone', { refreshes })
  const isPhone = all<string, unknown>(
    required(text('rule.phoneRequired')),
    matches(new RegExp(accountRules.boundPhone.pattern), text('rule.boundPhone')),
  )
  const form = useForm({
    initial: { phone: '', code: '' },
    rules: { phone: isPhone, code: codeRule(text) },
    onSubmit: async (body) => {
      if (!(await attempt(() => bind.send({ body }), text('phone.bound'), 'failed.bind'))) return
      setSentTo(undefined)
      form.reset({ phone: '', code: '' })
    },
  })
  const isDirty = form.isDirty && !form.isSubmitting
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const send = async () => {
    const { phone } = form.values
    const wrong = isPhone(phone, '')
    if (wrong !== undefined) form.setErrors({ phone: wrong })
    if (wrong !== undefined) return false
    const isSent = await attempt(() => sendCode.send({ body: { phone } }), undefined, 'failed.operation')
    if (isSent) setSentTo(phone)
    return isSent
  }
  return (
    <Form form={form} label={text('phone.title')}>
      <TextField {...form.field('phone')} type="tel" label={text('phone.new')} autoComplete="tel" required />
      <CodeField
        // Resets the field after a code was used.
        key={bound ?? ''}
        {...form.field('code')}
        label={text('code.label')}
        hint={text('phone.codeHint')}
        texts={codeTexts(text)}
        onSend={send}
        required
      />
      {sentTo !== undefined && <SentCode phone={sentTo} />}
      <FormActions>
        <Button kind="primary" type="submit" busy={form.isSubmitting}>
          {text(bound !== undefined ? 'phone.change' : 'phone.bind')}
        </Button>
      </FormActions>
    </Form>
  )
}
