import { useSyncExternalStore } from 'react'
import { breakpoints } from '../tokens/tokens.ts'

const query = `(max-width: ${breakpoints.phone - 0.02}px)`

function subscribe(changed: () => void): () => void {
  const list = window.matchMedia(query)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

const matches = () => window.matchMedia(query).matches

/** Whether the window is narrower than 600 px. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, matches)
