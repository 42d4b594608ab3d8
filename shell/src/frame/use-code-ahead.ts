import { useEffect, useRef } from 'react'
import { isDear } from '../connection/dear.ts'
import { intendedLinks } from '../routing/intended-links.ts'
import type { ShownEntry } from './use-menu.ts'

/** Prefetching starts after the network was quiet for this time, ms. */
const quietMs = 3_000
/** Pause between two entries, ms, so that a navigation meanwhile is hardly delayed. */
const pauseMs = 400

/**
 * Calls `then` when the tab is visible and nothing has been fetched for `quietMs`; returns the function that cancels
 * it.
 */
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
 * Prefetches the code of the other areas when a page has settled, one after the other. Waits while a person is about to
 * open a link: what that page needs comes first. The code is not run: the index decides what is shown at the moment a
 * page is opened.
 */
export function useCodeAhead(entries: readonly ShownEntry[]): void {
  const latest = useRef(entries)
  useEffect(() => {
    latest.current = entries
  }, [entries])
  // Titles arrive with the release records, which are fetched here: they must not restart the prefetching.
  const places = entries.map(({ path, current }) => `${path} ${current}`).join()
  useEffect(() => {
    if (isDear() || typeof PerformanceObserver === 'undefined') return undefined
    const left = latest.current.filter((entry) => !entry.current)
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopWaiting = () => {}
    const fetchNext = () => {
      stopWaiting()
      left.shift()?.prefetch()
      if (left.length > 0) timer = setTimeout(fetchNext, pauseMs)
    }
    const stop = () => {
      stopWaiting()
      clearTimeout(timer)
    }
    const wait = () => {
      stop()
      if (left.length > 0) stopWaiting = whenQuiet(fetchNext)
    }
    const forgetLinks = intendedLinks(wait)
    wait()
    return () => {
      forgetLinks()
      stop()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another place or menu, and nothing else, begins anew
  }, [places])
}
