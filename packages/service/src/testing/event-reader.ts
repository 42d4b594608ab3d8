import type { LiveEvent } from '@helioport/contract'

/** A client of `GET /events` over a real connection. */
export interface EventReader {
  status: number
  headers: Headers
  /** Events received so far, without `retry:` and comments. */
  events: readonly LiveEvent[]
  /** Resolves with the first matching event, received or future; rejects when the stream ends without one. */
  next: (fits: (event: LiveEvent) => boolean) => Promise<LiveEvent>
  /** Forgets the events received so far. */
  clear: () => void
  ended: Promise<void>
  close: () => void
}

export async function readEvents(url: string, cookie: string, search = ''): Promise<EventReader> {
  const stop = new AbortController()
  const response = await fetch(`${url}/api/web/v1/events${search}`, { headers: { cookie }, signal: stop.signal })
  let events: LiveEvent[] = []
  const waiting = new Set<() => void>()
  let isOver = false
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) if (block.startsWith('data: ')) events.push(JSON.parse(block.slice(6)) as LiveEvent)
      waiting.forEach((look) => look())
    }
  }
  const ended = (response.ok ? read() : Promise.resolve())
    .catch(() => {})
    .finally(() => {
      isOver = true
      waiting.forEach((look) => look())
    })
  return {
    status: response.status,
    headers: response.headers,
    get events() {
      return events
    },
    next: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = events.find(fits)
          if (!found && !isOver) return
          waiting.delete(look)
          if (found) resolve(found)
          else reject(new Error(`the stream ended after ${JSON.stringify(events)}`))
        }
        waiting.add(look)
        look()
      }),
    clear: () => (events = []),
    ended,
    close: () => stop.abort(),
  }
}
