import { useEffect, useRef } from 'react'
import { isDear } from '../connection/dear.ts'
import { whenQuiet } from '../connection/when-quiet.ts'
import { intendedLinks } from '../routing/intended-links.ts'
import type { ShownEntry } from './use-menu.ts'

/** Pause between two entries, ms, so that a navigation meanwhile is hardly delayed. */
const pauseMs = 400

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
