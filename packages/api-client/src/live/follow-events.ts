import type { LiveEvent } from '@helioport/contract'

/** Pauses until the next try after the service refused the stream, in ms; the last one is kept. */
export const tryAgainMs = [2_000, 5_000, 15_000, 60_000] as const
const closed = 2
const lockName = 'helioport.live'

export interface EventStream {
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: string }) => void): void
  close: () => void
  readonly readyState: number
}

export interface EventChannel {
  addEventListener: (type: 'message', listener: (event: { data: LiveEvent }) => void) => void
  postMessage: (event: LiveEvent) => void
  close: () => void
}

export interface FollowParts {
  refresh: (event: LiveEvent) => void
  openEvents: () => EventStream
  /** What one tab hears it passes on to the others; without (an insecure page), each tab hears for itself. */
  shared: { locks: Pick<LockManager, 'request'>; channel: EventChannel } | undefined
  isHidden: () => boolean
  random: () => number
}

export interface Following {
  /** The tab was hidden or shown. */
  pageChanged: () => void
  stop: () => void
}

/**
 * Holds the stream of live events while the tab is visible: one stream for all tabs of the browser, since HTTP/1.1
 * allows six connections in all. Hidden tabs hold none; they ask anew when they are shown. Where no stream can be
 * had, pages poll as they do anyway.
 */
export function followEvents({ refresh, openEvents, shared, isHidden, random }: FollowParts): Following {
  let stream: EventStream | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  /** Gives up the wait for the lock, or the lock. */
  let letGo: (() => void) | null = null

  function tell(event: LiveEvent): void {
    refresh(event)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    shared?.channel.postMessage(event)
  }

  function connect(): void {
    const next = openEvents()
    stream = next
    next.addEventListener('open', () => {
      failures = 0
      // What happened before it was open, or between two streams, nobody told.
      tell({ type: 'resync' })
    })
    next.addEventListener('message', ({ data }) => tell(JSON.parse(data) as LiveEvent))
    next.addEventListener('error', () => {
      // An interrupted stream comes back by itself, a refused one does not.
      if (stream !== next || next.readyState !== closed) return
      stream = null
      const pause = tryAgainMs[Math.min(failures, tryAgainMs.length - 1)] ?? 0
      failures += 1
      timer = setTimeout(connect, pause * (0.8 + 0.4 * random()))
    })
  }

  function disconnect(): void {
    clearTimeout(timer)
    stream?.close()
    stream = null
  }

  function take(): void {
    if (letGo) return
    if (!shared) {
      letGo = () => {}
      connect()
      return
    }
    const waiting = new AbortController()
    letGo = () => waiting.abort()
    const hold = () =>
      new Promise<void>((release) => {
        if (waiting.signal.aborted) return release()
        letGo = release
        connect()
      })
    shared.locks.request(lockName, { signal: waiting.signal }, hold).catch(() => {
      // The wait was given up.
    })
  }

  function leave(): void {
    disconnect()
    letGo?.()
    letGo = null
  }

  shared?.channel.addEventListener('message', ({ data }) => refresh(data))
  if (!isHidden()) take()
  return {
    pageChanged: () => (isHidden() ? leave() : take()),
    stop: () => {
      leave()
      shared?.channel.close()
    },
  }
}
