import { useRef, useState } from 'react'
import { ApiError, call, type ApiErrorCode } from '@helioport/api-client'

/** What the dialog that asks for the password again needs; its texts come from elsewhere. */
export interface ProofDialogState {
  open: boolean
  /** The account has an authenticator app: its code is needed, too. */
  needsCode: boolean
  busy: boolean
  error: ApiErrorCode | undefined
  onSubmit: (password: string, code: string) => void
  onCancel: () => void
}

export interface Proof {
  /**
   * Runs a call; where the service wants a proof of the person first, opens the dialog, and runs the call again after
   * it. Rejects as the call does; with `session.proofRequired` where the person cancels.
   */
  run: <T>(work: () => Promise<T>) => Promise<T>
  dialog: ProofDialogState
}

const isProofMissing = (error: unknown) => error instanceof ApiError && error.code === 'session.proofRequired'

/** "Confirm that it is you" around calls that ask for it. */
export function useProof(): Proof {
  const answer = useRef<(proved: boolean) => void>(undefined)
  const [open, setOpen] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiErrorCode>()

  const close = (proved: boolean) => {
    setOpen(false)
    answer.current?.(proved)
    answer.current = undefined
  }
  const ask = () =>
    new Promise<boolean>((resolve) => {
      // Of two calls at once the later one asks; the earlier one ends as cancelled.
      answer.current?.(false)
      answer.current = resolve
      setError(undefined)
      setNeedsCode(false)
      setOpen(true)
    })
  const prove = async (password: string, code: string) => {
    setBusy(true)
    setError(undefined)
    try {
      await call('POST /session/proof', { body: { password, ...(needsCode && { code }) } })
      close(true)
    } catch (failure) {
      const found = failure instanceof ApiError ? failure.code : 'service.failed'
      if (found === 'session.codeRequired') setNeedsCode(true)
      setError(found === 'session.codeRequired' && !needsCode ? undefined : found)
    } finally {
      setBusy(false)
    }
  }

  return {
    run: async (work) => {
      try {
        return await work()
      } catch (failure) {
        if (!isProofMissing(failure) || !(await ask())) throw failure
        return work()
      }
    },
    dialog: {
      open,
      needsCode,
      busy,
      error,
      onSubmit: (password, code) => void prove(password, code),
      onCancel: () => close(false),
    },
  }
}
