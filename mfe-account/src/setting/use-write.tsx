import { type ReactNode, useState } from 'react'
import { ApiError, type ApiErrorCode } from '@helioport/api-client'
import { useProofTexts, useRefusalText } from '@helioport/i18n'
import { useProof } from '@helioport/session'
import { ProofDialog, toast } from '@helioport/ui/overlay'

export interface Write {
  /** Runs a write, after a proof of the person where the service wants one; says what was done. Resolves to success. */
  attempt: (work: () => Promise<unknown>, done?: string) => Promise<boolean>
  busy: boolean
  /** What the service said against the last try, in words. */
  failure: string | undefined
  code: ApiErrorCode | undefined
  forget: () => void
  /** To be drawn once in the part that writes. */
  dialog: ReactNode
}

/** Writes of a person about the own account. */
export function useWrite(): Write {
  const { run, dialog } = useProof()
  const texts = useProofTexts()
  const refusalText = useRefusalText()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<{ code: ApiErrorCode; text: string }>()

  const attempt = async (work: () => Promise<unknown>, done?: string) => {
    setRefusal(undefined)
    setBusy(true)
    try {
      await run(work)
      if (done !== undefined) toast({ tone: 'good', text: done })
      return true
    } catch (error) {
      const found = error instanceof ApiError ? error : ({ code: 'service.failed' } as const)
      // Whoever closes the question knows that nothing was done.
      if (found.code !== 'session.proofRequired') setRefusal({ code: found.code, text: refusalText(found) })
      return false
    } finally {
      setBusy(false)
    }
  }
  const { error, ...proof } = dialog
  return {
    attempt,
    busy,
    failure: refusal?.text,
    code: refusal?.code,
    forget: () => setRefusal(undefined),
    dialog: <ProofDialog {...proof} objection={error && refusalText({ code: error })} texts={texts} />,
  }
}
