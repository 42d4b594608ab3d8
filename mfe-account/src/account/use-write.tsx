import { useState } from 'react'
import { ApiError, type ApiErrorCode } from '@helioport/api-client'
import { useRefusalText } from '@helioport/i18n'
import { toast } from '@helioport/ui/overlay'
import { useAccountText } from './use-account-text.ts'

/** What did not come about. */
type Failed = 'failed.update' | 'failed.edit' | 'failed.bind' | 'failed.delete' | 'failed.operation'

export interface Write {
  /** Runs a write and shows `done` as a toast. Resolves to whether it succeeded; `failed` heads why it did not. */
  attempt: (work: () => Promise<unknown>, done?: string, failed?: Failed) => Promise<boolean>
  busy: boolean
  /** That the last try failed, and why, as text. */
  failure: string | undefined
  /** Why alone: beside the field that is wrong. */
  reason: string | undefined
  code: ApiErrorCode | undefined
  forget: () => void
}

/** Runs writes to the person's own account. */
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
      // A person who closes the dialog for the password knows that nothing was done: no message.
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
