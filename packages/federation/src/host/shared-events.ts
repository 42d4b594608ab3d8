import type {
  indexAndHintEventsPath as IndexAndHintEventsPath,
  indexEventsPath as IndexEventsPath,
} from '@helioport/contract/beacon'

// Typed as the contract's values, not imported: the contract's schema module must not be bundled for the browser.
const indexEventsPath: typeof IndexEventsPath = '/releases/events'
const indexAndHintEventsPath: typeof IndexAndHintEventsPath = '/releases/events?hints'
/** Name of the lock of the tab with the stream, and of the channel by which this tab forwards events. */
const shareName = 'helioport.events'

const eventNames = ['index', 'hint'] as const
/** `index`: serial of the release index. `hint`: data of the service changed and should be fetched again. */
export type EventName = (typeof eventNames)[number]
type Hear = (data: string) => void

interface Heard {
  name: EventName
  data: string
}

export interface EventStream {
  addEventListener: (name: EventName, listener: (event: { data: string }) => void) => void
  close: () => void
}

export interface EventChannel {
  addEventListener: (type: 'message', listener: (event: { data: Heard }) => void) => void
  postMessage: (heard: Heard) => void
}

export interface SharedEventParts {
  openStream: (withHints: boolean) => EventStream
  /** By these one tab forwards events to the others; undefined (insecure page): each tab has its own stream. */
  shared: { locks: Pick<LockManager, 'request'>; channel: EventChannel } | undefined
  isHidden: () => boolean
}

/** Events from the release host and the service to this browser. */
export interface SharedEvents {
  /** Listens to events of a name, whichever tab has the stream; `data` is JSON. Returns how to stop. */
  listen: (name: EventName, hear: Hear) => () => void
  /** Whether the stream includes hints: they belong to the session, so only from sign-in to sign-out. */
  wantHints: (isWanted: boolean) => void
  /** Call when the tab is hidden or shown, or starts to listen. */
  pageChanged: () => void
  /** Closes the stream, or stops waiting for it, and opens it anew: the server may be gone. */
  reopen: () => void
}

/**
 * Keeps one event stream per browser while a tab is visible: HTTP/1.1 allows six connections per host, and a stream per
 * window would use them up. The tab with the lock has the stream and forwards events to the others. When the tab is
 * hidden or closed, the browser gives the lock to the next visible tab.
 */
export function shareEvents({ openStream, shared, isHidden }: SharedEventParts): SharedEvents {
  const listeners: Record<EventName, Set<Hear>> = { index: new Set(), hint: new Set() }
  let stream: EventStream | null = null
  /** Releases the lock, or cancels the wait for it. */
  let letGo: (() => void) | null = null
  let withHints = false

  const hear = ({ name, data }: Heard) => listeners[name].forEach((listener) => listener(data))

  function connect(): void {
    stream?.close()
    stream = openStream(withHints)
    for (const name of eventNames) {
      stream.addEventListener(name, ({ data }) => {
        hear({ name, data })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
        shared?.channel.postMessage({ name, data })
      })
    }
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
    // Rejects only when the wait was cancelled.
    shared.locks.request(shareName, { signal: waiting.signal }, hold).catch(() => {})
  }

  function leave(): void {
    stream?.close()
    stream = null
    letGo?.()
    letGo = null
  }

  const pageChanged = () => (isHidden() ? leave() : take())

  shared?.channel.addEventListener('message', ({ data }) => hear(data))
  return {
    listen(name, listener) {
      listeners[name].add(listener)
      return () => listeners[name].delete(listener)
    },
    wantHints(isWanted) {
      if (isWanted === withHints) return
      withHints = isWanted
      if (stream) connect()
    },
    pageChanged,
    reopen() {
      leave()
      pageChanged()
    },
  }
}

/** The shared events of this page, for its lifetime; no stream is opened before the first `pageChanged`. */
export function sharedEventsOfPage(): SharedEvents {
  // Pages without a secure context have no locks, against the declared type.
  const locks = navigator.locks as LockManager | undefined
  const events = shareEvents({
    openStream: (withHints) => new EventSource(withHints ? indexAndHintEventsPath : indexEventsPath),
    shared: locks && { locks, channel: new BroadcastChannel(shareName) },
    isHidden: () => document.hidden,
  })
  document.addEventListener('visibilitychange', events.pageChanged)
  return events
}
