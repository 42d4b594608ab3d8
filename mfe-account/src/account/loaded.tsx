import type { ReactNode } from 'react'
import type { EndpointState } from '@helioport/api-client'
import { useErrorText } from '@helioport/i18n'
import { Card, ErrorState, SkeletonText } from '@helioport/ui'

interface LoadedProps<T> {
  of: EndpointState<T>
  lines?: number
  children: (data: T) => ReactNode
}

/** Shows a skeleton while data are read, an error if that failed, or the data. */
export function Loaded<T>({ of: { data, error, refetch }, lines = 4, children }: LoadedProps<T>) {
  const errorText = useErrorText()
  if (data !== undefined) return children(data)
  return <Card>{error ? <ErrorState {...errorText(error, refetch)} /> : <SkeletonText lines={lines} />}</Card>
}
