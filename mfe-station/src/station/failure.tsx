import type { ApiError } from '@helioport/api-client'
import { useErrorText } from '@helioport/i18n'
import { ErrorState } from '@helioport/ui'

interface FailureProps {
  /** What could not be done. */
  title: string
  error: ApiError
  onRetry: () => void
}

/** A read that failed: what, why, and a way on. What is closed to who asks did not fail, and has the title of that. */
export function Failure({ title, error, onRetry }: FailureProps) {
  const errorText = useErrorText()
  const words = errorText(error, onRetry)
  return <ErrorState {...words} title={words.retry ? title : words.title} />
}
