import { useState } from 'react'
import { ApiError } from '@helioport/api-client'
import { useRefusalText } from '@helioport/i18n'

/** Runs a call and keeps the text of its refusal; resolves to whether it succeeded. */
export function useFailure(): {
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
      setFailure(refusalText(error instanceof ApiError ? error : { code: 'service.failed' }))
      return false
    }
  }
  return { failure, attempt }
}
