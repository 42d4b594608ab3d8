import { useEffect, useRef } from 'react'
import { isDear } from '../connection/dear.ts'
import type { ShownEntry } from './use-menu.ts'

/** The network has to be quiet for so long, in ms, before code is fetched that nobody has asked for yet. */
const quietMs = 3_000
/** Between two entries, in ms: whoever goes on meanwhile waits for little. */
const pauseMs = 400

/** Calls `then` when the tab is looked at and nothing has been fetched for a while; returns the undo. */
function whenQuiet(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') timer = setTimeout(then, quietMs)
  }
  const observer = new PerformanceObserver(wait)
  observer.observe({ type: 'resource' })
  document.addEventListener('visibilitychange', wait)
  wait()
  return () => {
    observer.disconnect()
    document.removeEventListener('visibilitychange', wait)
    clearTimeout(timer)
  }
}

/**
 * When a page has settled, the code of the other areas is fetched, one after the other and after everything else. It is
 * not run: what is shown is decided when a page is opened, by the index of that moment.
 */
export function useCodeAhead(entries: readonly ShownEntry[]): void {
  const latest = useRef(entries)
  useEffect(() => {
    latest.current = entries
  }, [entries])
  // Titles come with the records of releases, which are fetched here: that is no reason to begin anew.
  const places = entries.map(({ path, current }) => `${path} ${current}`).join()
  useEffect(() => {
    if (isDear() || typeof PerformanceObserver === 'undefined') return undefined
    const left = latest.current.filter((entry) => !entry.current)
    let timer: ReturnType<typeof setTimeout> | undefined
    const fetchNext = () => {
      left.shift()?.prefetch()
      if (left.length > 0) timer = setTimeout(fetchNext, pauseMs)
    }
    const stop = whenQuiet(() => {
      stop()
      fetchNext()
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another place or menu, and nothing else, begins anew
  }, [places])
}
