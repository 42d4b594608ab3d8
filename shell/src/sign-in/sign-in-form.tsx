import { type ReactNode, useId, useState } from 'react'
import { call } from '@helioport/api-client'
import { useRetryText } from '@helioport/i18n'
import { Button, IconButton, Notice } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import { SecondFactor } from './second-factor.tsx'
import { inputNames, type SignInField, useSignIn } from './use-sign-in.ts'
import styles from './sign-in-form.module.css'

/**
 * Account and password, and the code of the authenticator app if the service asks for it. After a failure the typed
 * text stays; a wrong password is selected. After a success the session changes, and the page follows it; `isLeaving`:
 * until the next page is there.
 */
export function SignInForm({ isLeaving = false }: { isLeaving?: boolean }) {
  const text = useShellText()
  const retryText = useRetryText()
  const { form, failure, isBusy, needsCode, submit, valueOf, missing, check } = useSignIn()
  const id = useId()
  const sendAgain = () => call('POST /registration/activation-mail', { body: { account: valueOf('account') } })
  const bindingOf = (field: SignInField): FieldProps => ({
    id: `${id}-${field}`,
    isMissing: missing.includes(field),
    onChange: () => check(field),
  })

  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      {failure && (
        <Notice tone="bad" action={failure.reason === 'signIn.inactive' && <SendAgain onSend={sendAgain} />}>
          {retryText(text(failure.reason), failure.retryAfterS)}
        </Notice>
      )}
      <AccountField {...bindingOf('account')} />
      <PasswordField {...bindingOf('password')} />
      {needsCode && <CodeField {...bindingOf('code')} hasApp={needsCode === 'app'} />}
      <Button kind="primary" size="l" type="submit" block busy={isBusy || isLeaving}>
        {text(isBusy || isLeaving ? 'signIn.submitting' : 'signIn.submit')}
      </Button>
    </form>
  )
}

interface FieldProps {
  id: string
  isMissing: boolean
  onChange: () => void
}

/** ARIA attributes that connect a field with its error. */
const objectedTo = ({ id, isMissing }: FieldProps) =>
  isMissing ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {}

function Objection({ of, children }: { of: FieldProps; children: ReactNode }) {
  return (
    of.isMissing && (
      <p className={styles['error']} id={`${of.id}-error`}>
        {children}
      </p>
    )
  )
}

/** Attributes of both inputs. */
const plainInput = { className: styles['input'], autoCapitalize: 'none', spellCheck: false, maxLength: 200 } as const

function AccountField(field: FieldProps) {
  const text = useShellText()
  return (
    <div className={styles['field']}>
      <label htmlFor={field.id}>{text('signIn.account')}</label>
      <input
        {...plainInput}
        id={field.id}
        name={inputNames.account}
        autoComplete="username"
        // The page is there for this form alone.
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- nothing stands before it that would be missed
        autoFocus
        placeholder={text('signIn.accountHint')}
        dir="auto"
        onChange={field.onChange}
        {...objectedTo(field)}
      />
      <Objection of={field}>{text('signIn.accountRequired')}</Objection>
    </div>
  )
}

function PasswordField(field: FieldProps) {
  const text = useShellText()
  const [shown, setShown] = useState(false)
  return (
    <div className={styles['field']}>
      <label htmlFor={field.id}>{text('signIn.password')}</label>
      <div className={styles['secret']}>
        <input
          {...plainInput}
          id={field.id}
          name={inputNames.password}
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          onChange={field.onChange}
          {...objectedTo(field)}
        />
        <IconButton
          icon={shown ? 'eyeOff' : 'eye'}
          label={text(shown ? 'signIn.hidePassword' : 'signIn.showPassword')}
          onClick={() => setShown(!shown)}
        />
      </div>
      <Objection of={field}>{text('signIn.passwordRequired')}</Objection>
    </div>
  )
}

function CodeField({ hasApp, ...field }: FieldProps & { hasApp: boolean }) {
  const text = useShellText()
  return (
    <SecondFactor id={field.id} hasApp={hasApp} wrong={objectedTo(field)} onChange={field.onChange}>
      <Objection of={field}>{text('signIn.codeRequired')}</Objection>
    </SecondFactor>
  )
}

/** Requests the activation mail of an inactive account again. */
function SendAgain({ onSend }: { onSend: () => Promise<unknown> }) {
  const text = useShellText()
  const [sent, setSent] = useState(false)
  const send = () =>
    onSend().then(
      () => setSent(true),
      () => setSent(false),
    )
  return sent ? (
    <span>{text('signIn.sentAgain')}</span>
  ) : (
    <Button onClick={() => void send()}>{text('signIn.sendAgain')}</Button>
  )
}
