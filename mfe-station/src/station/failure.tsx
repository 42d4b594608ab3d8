import type { ApiError } from '@helioport/api-client'
import { useErrorText } from '@helioport/i18n'
import { ErrorState } from '@helioport/ui'

interface FailureProps {
  /** What failed. */
  title: string
  error: ApiError
  onRetry: () => void
}

/** A failed read: what, why, and a retry. Missing access is no failure and has its own title. */
export function Failure({ title, error, onRetry }: FailureProps) {
  const errorText = useErrorText()
  const words = errorText(error, onRetry)
  return <ErrorState {...words} title={words.retry ? title : words.title} />
}
