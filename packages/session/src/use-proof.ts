import { useRef, useState } from 'react'
import { ApiError, call, type ApiErrorCode } from '@helioport/api-client'

/** State of the dialog that asks for the password again, without its texts. */
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
   * Runs a call. If the service requires the password first, opens the dialog and then runs the call again.
   * Rejects as the call does; with `session.proofRequired` if the person cancels.
   */
  run: <T>(work: () => Promise<T>) => Promise<T>
  dialog: ProofDialogState
}

const isProofMissing = (error: unknown) => error instanceof ApiError && error.code === 'session.proofRequired'

/** Asks for the password again around calls that require it. */
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
      // There is one dialog: a second call takes it over, and the first one ends as cancelled.
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
