import type {
  indexAndHintEventsPath as IndexAndHintEventsPath,
  indexEventsPath as IndexEventsPath,
} from '@helioport/contract/beacon'

// Typed as the contract's own values: the module of the schemas stays out of the browser.
const indexEventsPath: typeof IndexEventsPath = '/releases/events'
const indexAndHintEventsPath: typeof IndexAndHintEventsPath = '/releases/events?hints'
/** Name of the lock that the tab with the stream holds, and of the channel on which it passes the events on. */
const shareName = 'helioport.events'

const eventNames = ['index', 'hint'] as const
/** `index`: the serial of the release index. `hint`: something at the service is worth asking for again. */
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
  /** What one tab hears it passes on to the others; without (an insecure page), each tab hears for itself. */
  shared: { locks: Pick<LockManager, 'request'>; channel: EventChannel } | undefined
  isHidden: () => boolean
}

/** What the release host and the service tell this browser. */
export interface SharedEvents {
  /** Hears every event of a name, whichever tab has the stream; `data` is JSON. Returns the end of it. */
  listen: (name: EventName, hear: Hear) => () => void
  /** Whether the hints of the session are heard, too: they are its own, so not before it is there, nor after its end. */
  wantHints: (isWanted: boolean) => void
  /** The tab was hidden or shown, or begins to listen. */
  pageChanged: () => void
  /** Gives up the stream, or the wait for it, and asks for it anew: its other end may be gone. */
  reopen: () => void
}

/**
 * Holds the one stream of events of this browser while a tab is visible: over HTTP/1.1 it has six connections per host,
 * and windows side by side would use them up. The tab that holds the lock has the stream and passes on what it hears;
 * when it is hidden or gone, the browser gives the lock to the next. Hidden tabs hold none.
 */
export function shareEvents({ openStream, shared, isHidden }: SharedEventParts): SharedEvents {
  const listeners: Record<EventName, Set<Hear>> = { index: new Set(), hint: new Set() }
  let stream: EventStream | null = null
  /** Gives up the wait for the lock, or the lock. */
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
    // Refused only when the wait was given up.
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

/** The shared events of this page, for as long as it lives; no stream is asked for before the first `pageChanged`. */
export function sharedEventsOfPage(): SharedEvents {
  // Pages without a secure context have no locks, whatever the types say.
  const locks = navigator.locks as LockManager | undefined
  const events = shareEvents({
    openStream: (withHints) => new EventSource(withHints ? indexAndHintEventsPath : indexEventsPath),
    shared: locks && { locks, channel: new BroadcastChannel(shareName) },
    isHidden: () => document.hidden,
  })
  document.addEventListener('visibilitychange', events.pageChanged)
  return events
}
