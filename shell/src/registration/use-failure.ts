import { useState } from 'react'
import { ApiError, type ApiErrorCode } from '@helioport/api-client'
import { useRefusalText } from '@helioport/i18n'

/**
 * Runs a call and keeps the text of its refusal; resolves to whether it succeeded. `meant`: replaces error codes, for
 * pages on which the person typed nothing.
 */
export function useFailure(meant: Partial<Record<ApiErrorCode, ApiErrorCode>> = {}): {
  failure: string | undefined
  attempt: (work: () => Promise<unknown>) => Promise<boolean>
} {
  const refusalText = useRefusalText()
  const [failure, setFailure] = useState<string>()
  const attempt = async (work: () => Promise<unknown>) => {
    setFailure(undefined)
    try {
      await work()
      return true
    } catch (error) {
      const code = error instanceof ApiError ? meant[error.code] : 'service.failed'
      setFailure(refusalText(code === undefined ? (error as ApiError) : { code }))
      return false
    }
  }
  return { failure, attempt }
}
