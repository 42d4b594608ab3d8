import { type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '@helioport/api-client'
import { useSession } from '@helioport/session'
import { typedCode } from '@helioport/ui'
import { takeEarlyForm } from '../app/take-early-form.ts'
import type { ShellMessageKey } from '../messages/shell-messages.ts'
import { isSecondFactor } from './second-factor.tsx'
import { signInFailure } from './sign-in-failure.ts'

export type SignInField = 'account' | 'password' | 'code'

/** Names of the inputs in the form, as password managers expect them. */
export const inputNames = { account: 'username', password: 'password', code: 'code' } as const

/** Why the last attempt failed, and the seconds until the next may work. */
interface Failure {
  reason: ShellMessageKey
  retryAfterS: number | undefined
}

export interface SignIn {
  /** Ref of the form, whose inputs are found by name. */
  form: RefObject<HTMLFormElement | null>
  /** Required fields that were empty at the last submit and still are. */
  missing: readonly SignInField[]
  failure: Failure | undefined
  isBusy: boolean
  /** The service has asked for a code of the authenticator app, or for a passkey, which a recovery code can replace. */
  needsCode: 'app' | 'recovery' | undefined
  /** Value of a field: the account is trimmed, a code is without separators. */
  valueOf: (field: SignInField) => string
  /** Call it on each change of a field: a filled field is no longer missing. */
  check: (field: SignInField) => void
  submit: (event: FormEvent) => Promise<void>
}

/** State of the sign-in form: missing fields, failure, focus, and the submit itself. */
export function useSignIn(): SignIn {
  const signIn = useSession((session) => session.signIn)
  const [failure, setFailure] = useState<Failure>()
  const [missing, setMissing] = useState<readonly SignInField[]>([])
  const [isBusy, setBusy] = useState(false)
  const [needsCode, setNeedsCode] = useState<SignIn['needsCode']>()
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (form.current) takeEarlyForm(form.current, Object.values(inputNames))
  }, [])
  const inputOf = (field: SignInField) => {
    const input = form.current?.elements.namedItem(inputNames[field])
    return input instanceof HTMLInputElement ? input : undefined
  }
  const valueOf = (field: SignInField) => {
    const value = inputOf(field)?.value ?? ''
    if (field === 'code') return typedCode(value)
    return field === 'password' ? value : value.trim()
  }
  const isEmpty = (field: SignInField) => (field === 'code' ? !isSecondFactor(valueOf(field)) : valueOf(field) === '')
  const select = (field: SignInField) => {
    inputOf(field)?.focus()
    inputOf(field)?.select()
  }
  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'session.codeRequired') {
      setNeedsCode('app')
      return
    }
    const reason = signInFailure(error, navigator.onLine)
    setFailure({ reason, retryAfterS: error instanceof ApiError ? error.retryAfterS : undefined })
    if (reason === 'signIn.passkeyRequired') setNeedsCode('recovery')
    if (reason === 'signIn.wrongCode') select('code')
    if (reason === 'signIn.wrong') select('password')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const fields = ['account', 'password', 'code'] as const
    const empty = fields.filter((field) => (field !== 'code' || needsCode) && isEmpty(field))
    setMissing(empty)
    setFailure(undefined)
    if (empty[0]) {
      inputOf(empty[0])?.focus()
      return
    }
    setBusy(true)
    try {
      await signIn(valueOf('account'), valueOf('password'), ...(needsCode ? [valueOf('code')] : []))
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  return {
    form,
    missing,
    failure,
    isBusy,
    needsCode,
    valueOf,
    check: (field) => setMissing((all) => (isEmpty(field) ? all : all.filter((each) => each !== field))),
    submit,
  }
}
