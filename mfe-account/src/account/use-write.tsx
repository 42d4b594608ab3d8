import { useState } from 'react'
import { ApiError, type ApiErrorCode } from '@helioport/api-client'
import { useRefusalText } from '@helioport/i18n'
import { toast } from '@helioport/ui/overlay'
import { useAccountText } from './use-account-text.ts'

/** What failed. */
type Failed = 'failed.update' | 'failed.edit' | 'failed.bind' | 'failed.delete' | 'failed.operation'

export interface Write {
  /**
   * Runs a write and shows `done` as a toast. Resolves to whether it succeeded; `failed` is the heading of the error.
   */
  attempt: (work: () => Promise<unknown>, done?: string, failed?: Failed) => Promise<boolean>
  busy: boolean
  /** Text of the last failure: what failed and why. */
  failure: string | undefined
  /** The reason alone, to show beside the field. */
  reason: string | undefined
  code: ApiErrorCode | undefined
  forget: () => void
}

/** Runs writes to the signed-in account. */
export function useWrite(): Write {
  const text = useAccountText()
  const refusalText = useRefusalText()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<{ code: ApiErrorCode; failure: string; reason: string }>()

  const attempt: Write['attempt'] = async (work, done, failed = 'failed.update') => {
    setRefusal(undefined)
    setBusy(true)
    try {
      await work()
      if (done !== undefined) toast({ tone: 'good', text: done })
      return true
    } catch (error) {
      const found = error instanceof ApiError ? error : ({ code: 'service.failed' } as const)
      // No message when the password dialog was closed: the person knows that nothing was done.
      if (found.code === 'session.proofRequired') return false
      const reason = refusalText(found)
      setRefusal({ code: found.code, failure: text('failed.why', { failed: text(failed), reason }), reason })
      return false
    } finally {
      setBusy(false)
    }
  }
  const { failure, reason, code } = refusal ?? {}
  return { attempt, busy, failure, reason, code, forget: () => setRefusal(undefined) }
}
