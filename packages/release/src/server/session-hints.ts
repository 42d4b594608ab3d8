import { setTimeout as sleep } from 'node:timers/promises'
import { apiBasePath } from '@helioport/contract'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../upstream/services.ts'
import { forwardedHeaders } from './api-proxy.ts'

/** Pauses until the service is asked for its hints again, in ms; the last one is kept. */
const tryAgainMs = [2_000, 5_000, 15_000, 60_000] as const
/** The service says something every 12 seconds; one that is silent for so long is gone, in ms. */
const silentMs = 30_000
const unauthorized = 401
/** A page that still shows what a session was allowed to read asks again, and learns that the session is over. */
const overHint = '{"type":"access"}'

export interface HintParts {
  services: Services
  /** Of the browser; its cookie says whose hints are asked for. */
  request: FastifyRequest
  /** The browser has gone. */
  signal: AbortSignal
  /** Takes a `LiveEvent` as JSON. */
  tell: (hint: string) => void
  /** The session that was listened for is over: the browser comes back with the cookie that it has then. */
  end: () => void
  random: () => number
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of body) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

type Outcome = 'told' | 'refused' | 'signed out'

/** Passes hints on for as long as the service tells them; what was missed before, nobody knows. */
async function listenOnce({ services, request, signal, tell }: HintParts): Promise<Outcome> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), silentMs)
  let outcome: Outcome = 'refused'
  try {
    const reply = await fetch(`${services.pick()}${apiBasePath}/events`, {
      headers: { ...forwardedHeaders(request), cookie: request.headers.cookie ?? '' },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!reply.ok || reply.body === null) {
      await reply.body?.cancel()
      return reply.status === unauthorized ? 'signed out' : 'refused'
    }
    outcome = 'told'
    tell('{"type":"resync"}')
    // Each event of the service is one line of JSON.
    for await (const line of linesOf(reply.body)) {
      timer.refresh()
      if (line.startsWith('data: ')) tell(line.slice('data: '.length))
    }
  } catch {
    // The service is away or went away, or the browser did.
  } finally {
    clearTimeout(timer)
  }
  return outcome
}

/**
 * Follows the service's hints for the session of a browser until one of them is gone; asks again, ever less often, while
 * the service is away. Never rejects. A stream of its own each: the connections of the proxy are for requests that end.
 */
export async function followSessionHints(parts: HintParts): Promise<void> {
  if (parts.request.headers.cookie === undefined) return parts.tell(overHint)
  let failures = 0
  let wasSignedIn = false
  while (!parts.signal.aborted) {
    const outcome = await listenOnce(parts)
    if (outcome === 'signed out') {
      // Another cookie may have come since this one was sent: only a new request tells.
      if (wasSignedIn) parts.end()
      else parts.tell(overHint)
      return
    }
    if (outcome === 'told') {
      wasSignedIn = true
      failures = 0
    }
    const pause = tryAgainMs[Math.min(failures, tryAgainMs.length - 1)] ?? 0
    failures += 1
    // Not all browsers at once when the service comes back.
    await sleep(pause * (0.8 + 0.4 * parts.random()), undefined, { signal: parts.signal }).catch(() => {})
  }
}
