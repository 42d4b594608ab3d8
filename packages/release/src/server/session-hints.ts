import { setTimeout as sleep } from 'node:timers/promises'
import { apiBasePath } from '@helioport/contract'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../upstream/services.ts'
import { forwardedHeaders } from './api-proxy.ts'

/** Pauses before the next request for hints, in ms; the last one is repeated. */
const tryAgainMs = [2_000, 5_000, 15_000, 60_000] as const
/** The service sends something every 12 seconds; a stream that is silent for this long has failed, in ms. */
const silentMs = 30_000
const unauthorized = 401
/** A page that still shows data of an ended session asks again after this hint, and learns that the session is over. */
const overHint = '{"type":"access"}'

export interface HintParts {
  services: Services
  /** The browser's request; its cookie names the session. */
  request: FastifyRequest
  /** Aborts when the browser disconnects. */
  signal: AbortSignal
  /** Takes a `LiveEvent` as JSON. */
  tell: (hint: string) => void
  /** Ends the browser's stream when its session is over: the browser reconnects with its present cookie. */
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

/** Passes hints on until the service's stream ends. Starts with `resync`: hints may have been missed before. */
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
    // The service is down or disconnected, or the browser has disconnected.
  } finally {
    clearTimeout(timer)
  }
  return outcome
}

/**
 * Passes the service's hints on for a browser's session until the browser disconnects or the session ends; while the
 * service is down it retries with growing pauses. Never rejects. Each browser has its own request to the service: the
 * proxy's connections are for requests that end.
 */
export async function followSessionHints(parts: HintParts): Promise<void> {
  if (parts.request.headers.cookie === undefined) return parts.tell(overHint)
  let failures = 0
  let wasSignedIn = false
  while (!parts.signal.aborted) {
    const outcome = await listenOnce(parts)
    if (outcome === 'signed out') {
      // The browser may have a newer cookie by now: only a new request of the browser shows that.
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
    // Jitter: not all browsers reconnect at once when the service is up again.
    await sleep(pause * (0.8 + 0.4 * parts.random()), undefined, { signal: parts.signal }).catch(() => {})
  }
}
