import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { ApiError, call } from '@helioport/api-client'
import { type OpenidAnswer, paths } from '@helioport/contract'
import { useRefusalText } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import { Button, Notice, SkeletonText, typedCode } from '@helioport/ui'
import { safeReturnPath } from '../routing/return-path.ts'
import formStyles from '../sign-in/sign-in-form.module.css'
import { keptReturnPath } from './kept-return-path.ts'
import { useWaysText } from './ways-messages.ts'
import styles from './ways.module.css'

const refusals = ['ended', 'refused', 'unreachable', 'notLetIn', 'noEmail'] as const

/** Completes a sign-in at a company: at once, or after a password or code. */
export function CompanyPage() {
  const text = useWaysText()
  const { search } = useLocation()
  const phase = useSession((session) => session.state)
  const why = new URLSearchParams(search).get('why')
  const refusal = refusals.find((each) => each === why)
  if (phase === 'in') return <Navigate to={safeReturnPath(keptReturnPath(), paths.home())} replace />
  return (
    <div className={styles['ways']}>
      {refusal ? (
        <>
          <h1>{text('company.plain')}</h1>
          <Notice tone="bad">{text(`company.${refusal}`)}</Notice>
        </>
      ) : (
        <End />
      )}
      <Link to={paths.login()}>{text('company.back')}</Link>
    </div>
  )
}

/** Value of a field; '' if there is none. */
function valueOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

const refusalOf = (error: unknown) => (error instanceof ApiError ? error : { code: 'service.failed' as const })

/** Completes the sign-in, and asks for the password or the code if the service needs it. */
function End() {
  const text = useWaysText()
  const refusalText = useRefusalText()
  const refresh = useSession((session) => session.refresh)
  const [answer, setAnswer] = useState<OpenidAnswer>()
  const [needsCode, setNeedsCode] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const begun = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  /** Selects a wrong entry, so that it can be typed anew. */
  const select = (name: 'password' | 'code') => {
    const input = form.current?.elements.namedItem(name)
    if (!(input instanceof HTMLInputElement)) return
    input.focus()
    input.select()
  }

  const end = async (body: { password?: string; code?: string }) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await call('POST /session/openid', { body })
      await refresh()
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'session.codeRequired' || code === 'session.passkeyRequired') setNeedsCode(true)
      if (code === 'session.wrongCredentials') select('password')
      if (code === 'session.wrongCode') select('code')
      // Only the password was asked for, so the message names only the password.
      if (code === 'session.wrongCredentials') setFailure(refusalText({ code: 'password.wrong' }))
      else if (code !== 'session.codeRequired') setFailure(refusalText(refusalOf(error)))
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const begin = async () => {
      const { data } = await call('GET /session/openid')
      setAnswer(data ?? undefined)
      if (data && !data.needsPassword) await end({})
    }
    begin().catch((error: unknown) => setFailure(refusalText(refusalOf(error))))
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const [password, code] = [valueOf(given, 'password'), valueOf(given, 'code')]
    void end({
      ...(password !== '' && { password }),
      ...(code !== '' && { code: typedCode(code) }),
    })
  }
  const { title = '', needsPassword = false } = answer ?? {}
  return (
    <>
      <h1>{answer ? text('company.title', { title }) : text('company.plain')}</h1>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      {!answer && failure === undefined && <SkeletonText lines={3} />}
      {(needsPassword || needsCode) && (
        <form ref={form} className={formStyles['form']} onSubmit={submit}>
          {needsPassword && (
            <>
              <p>{text('company.link', { title })}</p>
              <Field name="password" type="password" label={text('company.password')} autoComplete="current-password" />
            </>
          )}
          {needsCode && <Field name="code" type="text" label={text('company.code')} autoComplete="one-time-code" />}
          <Button kind="primary" size="l" type="submit" block busy={isBusy}>
            {text('company.go')}
          </Button>
        </form>
      )}
    </>
  )
}

interface FieldProps {
  name: string
  type: 'password' | 'text'
  label: string
  autoComplete: string
}

function Field({ label, ...input }: FieldProps) {
  return (
    <label className={formStyles['field']}>
      {label}
      <input
        className={formStyles['input']}
        maxLength={200}
        autoCapitalize="none"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because it is what is missing
        autoFocus
        required
        {...input}
      />
    </label>
  )
}
