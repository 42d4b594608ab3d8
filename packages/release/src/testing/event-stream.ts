export interface EventReader {
  reply: Response
  /** The next event that `isWanted`, as its lines; undefined once the stream has ended. */
  next: (isWanted?: (event: string) => boolean) => Promise<string | undefined>
  close: () => void
}

/** Reads the events of a stream one by one. */
export async function readEvents(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const going = new AbortController()
  const reply = await fetch(url, { headers, signal: going.signal })
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (isWanted: (event: string) => boolean = () => true): Promise<string | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const event = text.slice(0, end)
        text = text.slice(end + 2)
        if (event.includes('event:') && isWanted(event)) return event
        continue
      }
      const part = await reader?.read()
      if (part?.value === undefined) return undefined
      text += part.value
    }
  }
  return { reply, next, close: () => going.abort() }
}
