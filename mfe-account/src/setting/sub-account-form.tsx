import { useSend } from '@helioport/api-client'
import { accountRules, type SubAccountInput } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button, Notice } from '@helioport/ui'
import { Form, FormActions, matches, required, TextField, useForm } from '@helioport/ui/form'
import { NewPasswordField, newPasswordRule } from './new-password-field.tsx'
import { RightsFields } from './rights-fields.tsx'
import { useAccountText } from '../account/use-account-text.ts'
import { useWrite } from '../account/use-write.tsx'

type Entries = Omit<SubAccountInput, 'email'> & { email: string }

const refreshes = ['GET /sub-accounts', 'GET /monitored-accounts'] as const

/** Form of a new sub-account, which may sign in at once. */
export function SubAccountForm({ onDone }: { onDone: () => void }) {
  const text = useAccountText()
  const common = useText()
  const { attempt, failure, reason, code } = useWrite()
  const create = useSend('POST /sub-accounts', { refreshes })
  const form = useForm<Entries>({
    initial: {
      userName: '',
      nickname: '',
      email: '',
      password: '',
      mayControl: false,
      allStations: false,
      stationIds: [],
    },
    rules: {
      userName: matches(new RegExp(accountRules.userName.pattern), text('rule.userName')),
      nickname: required(text('rule.nickname', { max: accountRules.nickname.maxLength })),
      email: (value) =>
        value === '' || new RegExp(accountRules.email.pattern).test(value) ? undefined : text('rule.email'),
      password: (value) => newPasswordRule(text)(value, ''),
    },
    onSubmit: async (entries) => {
      const body = { ...entries, email: entries.email || null, nickname: entries.nickname.trim() }
      if (await attempt(() => create.send({ body }), text('sub.added', { name: entries.userName }), 'failed.operation'))
        onDone()
    },
  })
  const userName = form.field('userName')
  const taken = code === 'account.userNameTaken'
  const email = form.field('email')
  const emailTaken = code === 'account.emailTaken'
  return (
    <Form form={form} label={text('sub.add')}>
      <TextField
        {...userName}
        error={userName.error ?? (taken ? reason : undefined)}
        label={text('sub.userName')}
        hint={text('sub.userNameHint')}
        autoComplete="off"
        maxLength={accountRules.userName.maxLength}
        required
      />
      <TextField
        {...form.field('nickname')}
        label={text('field.nickname')}
        autoComplete="off"
        maxLength={accountRules.nickname.maxLength}
        required
      />
      <TextField
        {...email}
        error={email.error ?? (emailTaken ? reason : undefined)}
        type="email"
        mark={common('field.optional')}
        label={text('field.email')}
        autoComplete="off"
      />
      <NewPasswordField form={form} label={text('sub.password')} />
      <RightsFields form={form} />
      {failure !== undefined && !taken && !emailTaken && <Notice tone="bad">{failure}</Notice>}
      <FormActions>
        <Button kind="primary" type="submit" busy={form.isSubmitting}>
          {text('sub.add')}
        </Button>
      </FormActions>
    </Form>
  )
}
