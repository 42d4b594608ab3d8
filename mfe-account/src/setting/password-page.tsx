import { useSend } from '@helioport/api-client'
import { Button, Card, Notice, Stack } from '@helioport/ui'
import { Form, FormActions, PasswordField, required, useForm } from '@helioport/ui/form'
import { LeaveGuard } from './leave-guard.tsx'
import { NewPasswordField, newPasswordRule, useSecretLabels } from './new-password-field.tsx'
import { SettingFrame } from './setting-frame.tsx'
import { useAccountText } from '../account/use-account-text.ts'
import { useWrite } from '../account/use-write.tsx'

const nothing = { oldPassword: '', password: '', passwordAgain: '' }

/** Form of a new password. The service then ends all other sessions. */
export default function PasswordPage() {
  const text = useAccountText()
  const secret = useSecretLabels()
  const { attempt, failure, reason, code } = useWrite()
  const { send } = useSend('PUT /account/password', { refreshes: ['GET /sessions'] })
  const form = useForm({
    initial: nothing,
    rules: {
      oldPassword: required(text('rule.oldPassword')),
      password: (value, { oldPassword }) =>
        newPasswordRule(text)(value, '') ?? (value === oldPassword ? text('rule.passwordSame') : undefined),
      passwordAgain: (value, { password }) => (value === password ? undefined : text('rule.passwordAgain')),
    },
    onSubmit: async (body) => {
      if (await attempt(() => send({ body }), text('password.done'))) form.reset(nothing)
    },
  })
  const wrong = code === 'password.wrong' ? reason : undefined
  return (
    <SettingFrame tab="password">
      <Card title={text('setting.password')} subtitle={text('password.hint')}>
        <Form form={form} label={text('setting.password')}>
          <Stack gap={4}>
            <PasswordField
              {...form.field('oldPassword')}
              {...secret}
              error={form.field('oldPassword').error ?? wrong}
              label={text('password.old')}
              required
            />
            <NewPasswordField form={form} label={text('password.new')} />
            <PasswordField
              {...form.field('passwordAgain')}
              {...secret}
              label={text('password.again')}
              autoComplete="new-password"
              required
            />
            {failure !== undefined && wrong === undefined && <Notice tone="bad">{failure}</Notice>}
            <FormActions>
              <Button kind="primary" type="submit" busy={form.isSubmitting}>
                {text('password.submit')}
              </Button>
            </FormActions>
          </Stack>
        </Form>
      </Card>
      <LeaveGuard isDirty={form.isDirty && !form.isSubmitting} />
    </SettingFrame>
  )
}
