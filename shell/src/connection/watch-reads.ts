import { queryClient } from '@helioport/api-client'
import { isUnanswered } from './connection.ts'
import type { ConnectionWatch } from './connection-watch.ts'

/** Reports the results of reads to the watch, and refetches failed reads when the service is back. */
export function watchReads(watch: ConnectionWatch): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'success') watch.report(true)
    if (event.action.type === 'error' && isUnanswered(event.action.error)) watch.report(false)
  })
  watch.onBack(() => void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' }))
}
