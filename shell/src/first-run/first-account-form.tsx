import { useState } from 'react'
import { call } from '@helioport/api-client'
import { accountTimeZoneOffsets, type FirstAccount, pageLocaleOf } from '@helioport/contract'
import { clockAt, locales, useFormat, useLocale, useLocaleChoice, zoneLabel } from '@helioport/i18n'
import { usePreferences, useSession } from '@helioport/session'
import { Button, Notice, useNow } from '@helioport/ui'
import { Form, type FormState, required, SelectField, TextField, useForm } from '@helioport/ui/form'
import { useShellText } from '../messages/shell-messages.ts'
import { useAccountText } from '../registration/account-messages.ts'
import { accountRulesIn } from '../registration/account-rules.ts'
import { nearestOffset } from '../registration/nearest-offset.ts'
import { NewPasswordFields } from '../registration/new-password-fields.tsx'
import styles from '../registration/registration.module.css'
import { useFailure } from '../registration/use-failure.ts'
import { useFirstRunText } from './first-run-messages.ts'

type Entries = Omit<FirstAccount, 'locale'>

/** Creates the account that operates an empty portal and signs it in. */
export function FirstAccountForm() {
  const text = useFirstRunText()
  const account = useAccountText()
  const { code: localeCode } = useLocale()
  const signIn = useSession((session) => session.signIn)
  const { failure, attempt } = useFailure()
  const { userName, email, password, passwordAgain } = accountRulesIn(account)
  const [offset] = useState(() => nearestOffset(accountTimeZoneOffsets, -new Date().getTimezoneOffset()) ?? 480)
  const form = useForm<Entries>({
    initial: { code: '', userName: '', email: '', password: '', passwordAgain: '', timeZoneOffset: offset },
    rules: { code: required(text('codeMissing')), userName, email, password, passwordAgain },
    onSubmit: async (entries) => {
      const body = { ...entries, code: entries.code.trim(), locale: pageLocaleOf(localeCode) }
      // Once signed in, the page goes to the next step by itself.
      await attempt(async () => {
        await call('POST /first-run', { body })
        await signIn(body.userName, body.password)
      })
    },
  })
  return (
    <Form form={form} label={text('step.account')}>
      <fieldset className={styles['group']}>
        <TextField
          {...form.field('code')}
          label={text('code')}
          hint={text('codeHint')}
          autoComplete="off"
          maxLength={40}
          required
        />
        <PlaceFields form={form} />
      </fieldset>
      <fieldset className={styles['group']}>
        <legend className={styles['legend']}>{account('register.signIn')}</legend>
        <TextField
          {...form.field('userName')}
          label={account('register.userName')}
          hint={account('register.userNameHint')}
          autoComplete="username"
          maxLength={40}
          required
        />
        <TextField
          {...form.field('email')}
          label={account('register.email')}
          type="email"
          autoComplete="email"
          maxLength={200}
          required
        />
        <NewPasswordFields form={form} label={account('register.password')} />
      </fieldset>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <div className={styles['actions']}>
        <Button kind="primary" size="l" type="submit" block busy={form.isSubmitting}>
          {text('submit')}
        </Button>
      </div>
    </Form>
  )
}

/** Language, which applies to the page at once, and time zone. */
function PlaceFields({ form }: { form: FormState<Entries> }) {
  const text = useFirstRunText()
  const shell = useShellText()
  const account = useAccountText()
  const format = useFormat()
  const now = useNow(60_000)
  const { code } = useLocale()
  const setLocale = usePreferences((preferences) => preferences.setLocale)
  const { choose, failed } = useLocaleChoice(setLocale)
  return (
    <div className={styles['pair']}>
      <SelectField
        name="language"
        label={text('language')}
        value={code}
        onChange={(chosen: string) => void choose(chosen)}
        onLeave={() => undefined}
        disabled={false}
        error={failed ? shell('frame.languageFailed') : undefined}
        options={locales.map((locale) => ({ value: locale.code, label: locale.label }))}
      />
      <SelectField
        {...form.field('timeZoneOffset')}
        label={account('register.timeZone')}
        options={accountTimeZoneOffsets.map((value) => ({
          value,
          label: `${zoneLabel(value)} · ${format.time(clockAt(now, value), 'UTC')}`,
        }))}
      />
    </div>
  )
}
