import { networkTrouble } from '../source/network-trouble.ts'
import { SourceAway, trouble } from '../source/trouble.ts'

/** How a device on the local network is asked over HTTP; some want their question as the body of a POST. */
export type GetJson = (url: string, headers?: Readonly<Record<string, string>>, body?: string) => Promise<unknown>

/** It answers, but with no content: a switch that is off, a password. */
export class HttpRefusal extends SourceAway {
  readonly status: number
  /** What it wants to be shown first: its `WWW-Authenticate`. */
  readonly challenge: string | null
  constructor(url: string, status: number, challenge: string | null) {
    super(trouble('http.status', { place: url, status }))
    this.status = status
    this.challenge = challenge
  }
}

/** No device here answers with more; a page of something else may. */
const maxBytes = 1_000_000

/** Asks, and waits at most so long, ms. */
export const jsonWithin =
  (timeoutMs: number): GetJson =>
  async (url, headers = {}, body) => {
    try {
      const response = await fetch(url, {
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
        headers: { accept: 'application/json', ...headers },
        ...(body !== undefined && { method: 'POST', body }),
      })
      if (!response.ok) {
        // Held open, its connection would be one of the few that a small device has.
        await response.body?.cancel()
        throw new HttpRefusal(url, response.status, response.headers.get('www-authenticate'))
      }
      return JSON.parse(await textOf(response, url))
    } catch (error) {
      if (error instanceof SourceAway) throw error
      if (error instanceof SyntaxError) throw new SourceAway(trouble('http.noJson', { place: url }))
      throw new SourceAway(networkTrouble(error, new URL(url).host))
    }
  }

/**
 * The JSON at `url`.
 * @throws SourceAway when nobody answers, or not with JSON
 */
export const getJson = jsonWithin(10_000)

async function textOf(response: Response, url: string): Promise<string> {
  let bytes = 0
  const parts: Uint8Array[] = []
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > maxBytes) throw new SourceAway(trouble('http.tooLarge', { place: url, count: maxBytes }))
    parts.push(part)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}
