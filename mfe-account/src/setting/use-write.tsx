import { useState } from 'react'
import { ApiError, type ApiErrorCode } from '@helioport/api-client'
import { useRefusalText } from '@helioport/i18n'
import { toast } from '@helioport/ui/overlay'

export interface Write {
  /** Runs a write and shows `done` as a toast. Resolves to whether it succeeded. */
  attempt: (work: () => Promise<unknown>, done?: string) => Promise<boolean>
  busy: boolean
  /** Why the last try was refused, as text. */
  failure: string | undefined
  code: ApiErrorCode | undefined
  forget: () => void
}

/** Runs writes to the person's own account. */
export function useWrite(): Write {
  const refusalText = useRefusalText()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<{ code: ApiErrorCode; text: string }>()

  const attempt = async (work: () => Promise<unknown>, done?: string) => {
    setRefusal(undefined)
    setBusy(true)
    try {
      await work()
      if (done !== undefined) toast({ tone: 'good', text: done })
      return true
    } catch (error) {
      const found = error instanceof ApiError ? error : ({ code: 'service.failed' } as const)
      // A person who closes the dialog for the password knows that nothing was done: no message.
      if (found.code !== 'session.proofRequired') setRefusal({ code: found.code, text: refusalText(found) })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { attempt, busy, failure: refusal?.text, code: refusal?.code, forget: () => setRefusal(undefined) }
}
