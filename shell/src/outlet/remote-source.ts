import { createContext, useContext } from 'react'
import type { RemoteHost } from '@helioport/federation/host'

/** What the shell uses of the remote host; tests pass in one with results of their own. */
export type RemoteSource = Omit<RemoteHost, 'events' | 'index' | 'setIndex' | 'reportStrain' | 'bucket'>

export const RemoteSourceContext = createContext<RemoteSource | null>(null)

export function useRemoteSource(): RemoteSource {
  const source = useContext(RemoteSourceContext)
  if (!source) throw new Error('RemoteSourceContext is missing')
  return source
}
