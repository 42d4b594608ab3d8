import type { indexEventsPath as EventsPath } from '@helioport/contract/beacon'
import type { EventStream } from './index-watch.ts'

// Typed as the contract's own value: the module of the schemas stays out of the browser.
const eventsPath: typeof EventsPath = '/releases/events'
/** Name of the lock that the tab with the stream holds, and of the channel on which it passes the events on. */
const shared = 'helioport.releases'

type Heard = (event: { data: string }) => void

/**
 * The events of the release host, by one stream for all visible tabs of this browser: over HTTP/1.1 it has six
 * connections per host, and windows side by side would use them up. The tab that holds the lock has the stream and
 * passes on what it hears; when it goes, the browser gives the lock to the next. Where there are no locks (a page that
 * came by plain http) every visible tab has a stream of its own.
 */
export function openSharedEvents(): EventStream {
  if (!('locks' in navigator)) return new EventSource(eventsPath)
  const channel = new BroadcastChannel(shared)
  const listeners = new Set<Heard>()
  const hear: Heard = (event) => listeners.forEach((listener) => listener(event))
  const closed = new AbortController()
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => hear({ data }))

  const holdStream = () =>
    new Promise<void>((release) => {
      const source = new EventSource(eventsPath)
      source.addEventListener('index', ({ data }: MessageEvent<string>) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
        channel.postMessage(data)
        hear({ data })
      })
      closed.signal.addEventListener('abort', () => {
        source.close()
        release()
      })
    })
  // Refused only when closed before its turn came.
  navigator.locks.request(shared, { signal: closed.signal }, holdStream).catch(() => undefined)
  return {
    addEventListener: (_, listener) => listeners.add(listener),
    close() {
      closed.abort()
      channel.close()
    },
  }
}
