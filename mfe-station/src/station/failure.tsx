import type { ApiError } from '@helioport/api-client'
import { useErrorText } from '@helioport/i18n'
import { ErrorState } from '@helioport/ui'

interface FailureProps {
  /** What could not be done. */
  title: string
  error: ApiError
  onRetry: () => void
}

/** A read that failed: what, why, and a way on. */
export function Failure({ title, error, onRetry }: FailureProps) {
  const errorText = useErrorText()
  return <ErrorState {...errorText(error, onRetry)} title={title} />
}
