/** A page has settled when the network was quiet for this time, ms. */
const quietMs = 3_000

/**
 * Calls `then` once: when the tab is visible and nothing has been fetched for 3 s, or at the latest after `mostMs`.
 * Returns the function that cancels it.
 */
export function whenQuiet(then: () => void, mostMs?: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') timer = setTimeout(end, quietMs)
  }
  const observer = new PerformanceObserver(wait)
  const last = mostMs === undefined ? undefined : setTimeout(end, mostMs)
  const cancel = () => {
    observer.disconnect()
    document.removeEventListener('visibilitychange', wait)
    clearTimeout(timer)
    clearTimeout(last)
  }
  function end() {
    cancel()
    then()
  }
  observer.observe({ type: 'resource' })
  document.addEventListener('visibilitychange', wait)
  wait()
  return cancel
}
