import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { call } from '@helioport/api-client'
import { accountTimeZoneOffsets, pageLocaleOf, type Registration } from '@helioport/contract'
import { clockAt, useFormat, useLocale, zoneLabel } from '@helioport/i18n'
import { Button, Notice, useNow } from '@helioport/ui'
import { CodeField, Form, type FormState, SelectField, TextField, useForm } from '@helioport/ui/form'
import { useShellText } from '../messages/shell-messages.ts'
import { useAccountText } from './account-messages.ts'
import { accountRulesIn } from './account-rules.ts'
import { nearestOffset } from './nearest-offset.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import styles from './registration.module.css'
import { useFailure } from './use-failure.ts'

type Entries = Omit<Registration, 'locale'>

const maxEmail = 200

/** The fields of a new account. `onDone` gets the address of the activation mail. */
export function RegisterForm({ onDone }: { onDone: (email: string) => void }) {
  const text = useAccountText()
  const shell = useShellText()
  const { code: localeCode } = useLocale()
  const locale = pageLocaleOf(localeCode)
  const { failure, attempt } = useFailure()
  const rules = accountRulesIn(text)
  const [offset] = useState(() => nearestOffset(accountTimeZoneOffsets, -new Date().getTimezoneOffset()) ?? 480)
  const { search } = useLocation()
  const form = useForm<Entries>({
    initial: {
      userName: '',
      // The link of an invitation carries the address: the invitation is valid only for it.
      email: new URLSearchParams(search).get('email')?.slice(0, maxEmail) ?? '',
      code: '',
      password: '',
      passwordAgain: '',
      phone: '',
      province: '',
      city: '',
      address: '',
      timeZoneOffset: offset,
    },
    rules,
    onSubmit: async (entries) => {
      if (await attempt(() => call('POST /registration', { body: { ...entries, locale } }))) onDone(entries.email)
    },
  })
  const { email } = form.values
  const emailWrong = rules.email(email, form.values)

  const sendCode = async () => {
    if (emailWrong !== undefined) {
      form.setErrors({ email: emailWrong })
      return false
    }
    return attempt(() => call('POST /registration/code', { body: { email, locale } }))
  }

  return (
    <Form form={form} label={shell('register.title')}>
      <SignInGroup form={form} onSendCode={sendCode} />
      <ContactGroup form={form} />
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <div className={styles['actions']}>
        <Button kind="primary" size="l" type="submit" block busy={form.isSubmitting}>
          {text('register.submit')}
        </Button>
      </div>
    </Form>
  )
}

interface GroupProps {
  form: FormState<Entries>
}

/** User name, address with its code, password. */
function SignInGroup({ form, onSendCode }: GroupProps & { onSendCode: () => Promise<boolean> }) {
  const text = useAccountText()
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>{text('register.signIn')}</legend>
      <TextField
        {...form.field('userName')}
        label={text('register.userName')}
        hint={text('register.userNameHint')}
        autoComplete="username"
        maxLength={40}
        required
      />
      <TextField
        {...form.field('email')}
        label={text('register.email')}
        type="email"
        autoComplete="email"
        maxLength={maxEmail}
        required
      />
      <CodeField
        {...form.field('code')}
        label={text('register.code')}
        hint={text('register.codeHint')}
        texts={{
          send: text('code.send'),
          wait: (seconds) => text('code.wait', { seconds }),
          sent: text('code.sent'),
        }}
        onSend={onSendCode}
        required
      />
      <NewPasswordFields form={form} label={text('register.password')} />
    </fieldset>
  )
}

/** Phone, time zone and postal address. */
function ContactGroup({ form }: GroupProps) {
  const text = useAccountText()
  const format = useFormat()
  const now = useNow(60_000)
  const optional = text('register.optional')
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>{text('register.contact')}</legend>
      <div className={styles['pair']}>
        <TextField {...form.field('phone')} label={text('register.phone')} type="tel" autoComplete="tel" required />
        <SelectField
          {...form.field('timeZoneOffset')}
          label={text('register.timeZone')}
          options={accountTimeZoneOffsets.map((value) => ({
            value,
            label: `${zoneLabel(value)} · ${format.time(clockAt(now, value), 'UTC')}`,
          }))}
        />
        <TextField
          {...form.field('province')}
          label={text('register.province')}
          mark={optional}
          autoComplete="address-level1"
        />
        <TextField
          {...form.field('city')}
          label={text('register.city')}
          mark={optional}
          autoComplete="address-level2"
        />
      </div>
      <TextField
        {...form.field('address')}
        label={text('register.address')}
        mark={optional}
        autoComplete="street-address"
      />
    </fieldset>
  )
}
