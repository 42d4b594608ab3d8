import { createContext, useContext } from 'react'
import type { RemoteHost } from '@helioport/federation/host'

/** The part of the remote host that the shell uses. Tests pass in one with their own results. */
export type RemoteSource = Omit<RemoteHost, 'events' | 'index' | 'setIndex' | 'reportStrain' | 'bucket'>

export const RemoteSourceContext = createContext<RemoteSource | null>(null)

export function useRemoteSource(): RemoteSource {
  const source = useContext(RemoteSourceContext)
  if (!source) throw new Error('RemoteSourceContext is missing')
  return source
}
