import { type FormEvent, useId, useRef, useState } from 'react'
import { ApiError, call } from '@helioport/api-client'
import { useRetryText } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import { Button, IconButton, Notice } from '@helioport/ui'
import { type ShellMessageKey, useShellText } from '../messages/shell-messages.ts'
import { isSecondFactor, SecondFactor } from './second-factor.tsx'
import { signInFailure } from './sign-in-failure.ts'
import styles from './sign-in-form.module.css'

type Field = 'account' | 'password' | 'code'

/**
 * Account and password, and the code of the authenticator app where the service asks for it. What was typed stays
 * after a failure; a wrong password is selected for typing anew.
 * A success shows in the session, which the page follows.
 */
export function SignInForm() {
  const text = useShellText()
  const signIn = useSession((session) => session.signIn)
  const retryText = useRetryText()
  const [failure, setFailure] = useState<ShellMessageKey>()
  const [retryAfterS, setRetryAfterS] = useState<number>()
  const [missing, setMissing] = useState<readonly Field[]>([])
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState(false)
  const account = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [coded, setCoded] = useState(false)
  const id = useId()
  const inputs = { account, password, code }

  const valueOf = (field: Field) => inputs[field].current?.value ?? ''
  const isEmpty = (field: Field) => {
    if (field === 'code') return !isSecondFactor(valueOf(field).trim())
    return (field === 'password' ? valueOf(field) : valueOf(field).trim()) === ''
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const empty = (['account', 'password', ...(coded ? (['code'] as const) : [])] as const).filter(isEmpty)
    setMissing(empty)
    setFailure(undefined)
    const [first] = empty
    if (first) {
      inputs[first].current?.focus()
      return
    }
    setBusy(true)
    try {
      const codeNow = valueOf('code').trim()
      await signIn(valueOf('account').trim(), valueOf('password'), ...(coded ? [codeNow] : []))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'session.codeRequired') {
        setCoded(true)
        return
      }
      const reason = signInFailure(error, navigator.onLine)
      setFailure(reason)
      setRetryAfterS(error instanceof ApiError ? error.retryAfterS : undefined)
      if (reason === 'signIn.wrongCode') {
        code.current?.focus()
        code.current?.select()
      }
      if (reason === 'signIn.wrong') {
        password.current?.focus()
        password.current?.select()
      }
    } finally {
      setBusy(false)
    }
  }

  const sendAgain = () => call('POST /registration/activation-mail', { body: { account: valueOf('account').trim() } })

  const check = (field: Field) => setMissing((all) => (isEmpty(field) ? all : all.filter((each) => each !== field)))

  const describe = (field: Field) =>
    missing.includes(field) ? { 'aria-invalid': true, 'aria-describedby': `${id}-${field}-error` } : {}

  const errorOf = (field: Field, message: ShellMessageKey) =>
    missing.includes(field) && (
      <p className={styles['error']} id={`${id}-${field}-error`}>
        {text(message)}
      </p>
    )

  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      {failure && (
        <Notice tone="bad" action={failure === 'signIn.inactive' && <SendAgain onSend={sendAgain} />}>
          {retryText(text(failure), retryAfterS)}
        </Notice>
      )}
      <div className={styles['field']}>
        <label htmlFor={`${id}-account`}>{text('signIn.account')}</label>
        <input
          ref={account}
          id={`${id}-account`}
          name="username"
          className={styles['input']}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          placeholder={text('signIn.accountHint')}
          dir="auto"
          onChange={() => check('account')}
          {...describe('account')}
        />
        {errorOf('account', 'signIn.accountRequired')}
      </div>
      <div className={styles['field']}>
        <label htmlFor={`${id}-password`}>{text('signIn.password')}</label>
        <div className={styles['secret']}>
          <input
            ref={password}
            id={`${id}-password`}
            name="password"
            className={styles['input']}
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            onChange={() => check('password')}
            {...describe('password')}
          />
          <IconButton
            icon={shown ? 'eyeOff' : 'eye'}
            label={text(shown ? 'signIn.hidePassword' : 'signIn.showPassword')}
            onClick={() => setShown(!shown)}
          />
        </div>
        {errorOf('password', 'signIn.passwordRequired')}
      </div>
      {coded && (
        <SecondFactor input={code} id={`${id}-code`} wrong={describe('code')} onChange={() => check('code')}>
          {errorOf('code', 'signIn.codeRequired')}
        </SecondFactor>
      )}
      <Button kind="primary" size="l" type="submit" block busy={busy}>
        {text(busy ? 'signIn.submitting' : 'signIn.submit')}
      </Button>
    </form>
  )
}

/** Has the activation mail of an inactive account sent again. */
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
