import { createContext, useContext, useSyncExternalStore } from 'react'
import { ApiError } from '@helioport/api-client'
import { sessionStore } from '@helioport/session'
import { type ConnectionState, type ConnectionWatch, createConnectionWatch } from './connection-watch.ts'

/** Whether a call failed because the service is unreachable or not working, not because of the request. */
export function isUnanswered(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504)
  )
}

/** Watches the browser's network state and the session request; `watchReads` adds the reads of pages. */
export function watchConnection(): ConnectionWatch {
  const watch = createConnectionWatch({
    ask: () => sessionStore.getState().refresh(),
    isOnline: () => navigator.onLine,
  })
  window.addEventListener('online', watch.networkChanged)
  window.addEventListener('offline', watch.networkChanged)
  return watch
}

export const ConnectionContext = createContext<ConnectionWatch | null>(null)

const noWatch = { subscribe: () => () => undefined, state: () => 'ok' as const, askNow: () => undefined }

export function useConnection(): { state: ConnectionState; askNow: () => void } {
  const { subscribe, state, askNow } = useContext(ConnectionContext) ?? noWatch
  return { state: useSyncExternalStore(subscribe, state), askNow }
}
