import { useSend } from '@helioport/api-client'
import { accountRules, type AccountSecurity } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Button, Card, Notice } from '@helioport/ui'
import { all, CodeField, Form, FormActions, matches, required, TextField, useForm } from '@helioport/ui/form'
import { codeRule, codeTexts } from './code-texts.ts'
import { Entry, EntryList } from '../account/entry-list.tsx'
import { useAccountText } from '../account/use-account-text.ts'
import { useWrite } from '../account/use-write.tsx'

const refreshes = ['GET /account/security', 'GET /account'] as const

/** The bound phone, to which codes are sent; binding another one replaces it. */
export function PhoneCard({ phone }: { phone: AccountSecurity['phone'] }) {
  const text = useAccountText()
  const format = useFormat()
  const { attempt, failure } = useWrite()
  const sendCode = useSend('POST /account/phone/code')
  const bind = useSend('PUT /account/phone', { refreshes })
  const isPhone = all<string, unknown>(
    required(text('rule.boundPhone')),
    matches(new RegExp(accountRules.boundPhone.pattern), text('rule.boundPhone')),
  )
  const form = useForm({
    initial: { phone: '', code: '' },
    rules: { phone: isPhone, code: codeRule(text) },
    onSubmit: async (body) => {
      if (await attempt(() => bind.send({ body }), text('phone.bound'), 'failed.bind'))
        form.reset({ phone: '', code: '' })
    },
  })
  const send = async () => {
    const wrong = isPhone(form.values.phone, '')
    if (wrong !== undefined) form.setErrors({ phone: wrong })
    return (
      wrong === undefined &&
      attempt(() => sendCode.send({ body: { phone: form.values.phone } }), undefined, 'failed.operation')
    )
  }
  return (
    <Card title={text('phone.title')} subtitle={text('phone.hint')}>
      {phone && (
        <EntryList label={text('phone.title')}>
          <Entry
            icon="device"
            title={phone.phone}
            note={text('phone.since', { day: format.date(phone.boundAt, viewerTimeZone()) })}
          />
        </EntryList>
      )}
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <Form form={form} label={text('phone.title')}>
        <TextField {...form.field('phone')} type="tel" label={text('phone.new')} autoComplete="tel" required />
        <CodeField
          {...form.field('code')}
          label={text('code.label')}
          hint={text('phone.codeHint')}
          texts={codeTexts(text)}
          onSend={send}
          required
        />
        <FormActions>
          <Button kind="primary" type="submit" busy={form.isSubmitting}>
            {text(phone ? 'phone.change' : 'phone.bind')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}
