import { ingestBasePath } from '@helioport/contract'
import type { IngestReply } from '@helioport/contract/ingest'

export type Delivery =
  | { kind: 'accepted'; reply: IngestReply }
  /** Refused by the service: the same bytes will not be accepted later either. */
  | { kind: 'refused'; status: number; errorCode: string }
  /** Not reached, or busy: the same bytes may be accepted later. */
  | { kind: 'unavailable'; reason: string; retryAfterMs?: number }

/** How a logger, by its serial and key, delivers. `body`: a gzipped IngestBatch. Never throws. */
export interface IngestDoor {
  deliver: (key: string, serial: string, body: Uint8Array) => Promise<Delivery>
}

const timeoutMs = 60_000
export const worthRetrying = (status: number) => status === 408 || status === 429 || status >= 500

/** Ingest door over HTTP. `origin` for example http://127.0.0.1:8080. */
export function httpIngestDoor(origin: string): IngestDoor {
  const url = new URL(`${ingestBasePath}/frames`, origin)
  return {
    async deliver(key, _serial, body) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: {
            authorization: `Logger ${key}`,
            'content-type': 'application/json',
            'content-encoding': 'gzip',
          },
          body: new Uint8Array(body),
          signal: AbortSignal.timeout(timeoutMs),
        })
        const answer = (await response.json().catch(() => ({}))) as {
          success?: boolean
          data?: IngestReply
          errorCode?: string
        }
        if (response.ok && answer.data) return { kind: 'accepted', reply: answer.data }
        const errorCode = answer.errorCode ?? 'no reason given'
        if (worthRetrying(response.status) || response.ok) {
          return { kind: 'unavailable', reason: `HTTP ${response.status} ${errorCode}`, ...retryAfterOf(response) }
        }
        return { kind: 'refused', status: response.status, errorCode }
      } catch (error) {
        return { kind: 'unavailable', reason: reasonOf(error) }
      }
    },
  }
}

/** Delay that a busy service asks for, in seconds; the service sends no dates. */
function retryAfterOf({ headers }: Response): { retryAfterMs?: number } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? { retryAfterMs: Math.min(seconds, 3600) * 1000 } : {}
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
