import { networkTrouble } from '../source/network-trouble.ts'
import { SourceAway, trouble } from '../source/trouble.ts'

/** HTTP request to a device on the local network; with `body` it is a POST, which some devices want. */
export type GetJson = (url: string, headers?: Readonly<Record<string, string>>, body?: string) => Promise<unknown>

/** The device answers with an error status: an API that is off, or a password. */
export class HttpRefusal extends SourceAway {
  readonly status: number
  /** Credentials that it asks for: its `WWW-Authenticate`. */
  readonly challenge: string | null
  constructor(url: string, status: number, challenge: string | null) {
    super(trouble('http.status', { place: url, status }))
    this.status = status
    this.challenge = challenge
  }
}

/** No supported device sends more; a foreign page may. */
const maxBytes = 1_000_000

/** Requests JSON with a time-out, ms. */
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
        // An open body would occupy one of a small device's few connections.
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
 * @throws SourceAway when there is no answer, or not a JSON one
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
