import { useEffect, useRef, useState } from 'react'
import { ApiError, call, type ApiErrorCode, onProofRequired } from '@helioport/api-client'

/** State of the dialog that asks for the password again, without its texts. */
interface ProofDialogState {
  open: boolean
  /** The password alone is not enough: a code is needed as well. */
  needsCode: boolean
  busy: boolean
  error: ApiErrorCode | undefined
  onSubmit: (password: string, code: string) => void
  /** To be called when the person has been proved in another way. */
  onProved: () => void
  onCancel: () => void
}

/**
 * The dialog of the page for writes that require a proof of identity. It opens when the service asks for the proof;
 * afterwards the write is sent again. If the person cancels, the write rejects with `session.proofRequired`.
 */
export function useProofDialog(): ProofDialogState {
  const waiting = useRef<((proved: boolean) => void)[]>([])
  const [open, setOpen] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiErrorCode>()

  useEffect(() => {
    const writes = waiting.current
    const undo = onProofRequired(
      () =>
        new Promise<boolean>((resolve) => {
          // One proof is valid for all waiting writes.
          writes.push(resolve)
          if (writes.length > 1) return
          setError(undefined)
          setNeedsCode(false)
          setOpen(true)
        }),
    )
    return () => {
      undo()
      for (const answer of writes.splice(0)) answer(false)
    }
  }, [])
  const close = (proved: boolean) => {
    setOpen(false)
    for (const answer of waiting.current.splice(0)) answer(proved)
  }
  const prove = async (password: string, code: string) => {
    setBusy(true)
    setError(undefined)
    try {
      await call('POST /session/proof', { body: { password, ...(needsCode && { code }) } })
      close(true)
    } catch (failure) {
      const found = failure instanceof ApiError ? failure.code : 'service.failed'
      if (found === 'session.codeRequired' || found === 'session.passkeyRequired') setNeedsCode(true)
      setError(found === 'session.codeRequired' && !needsCode ? undefined : found)
    } finally {
      setBusy(false)
    }
  }
  return {
    open,
    needsCode,
    busy,
    error,
    onSubmit: (password, code) => void prove(password, code),
    onProved: () => close(true),
    onCancel: () => close(false),
  }
}
