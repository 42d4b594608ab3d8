import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { DeliveryFailure } from '@helioport/contract'
import type { Outside, ResolvedAddress } from './outside.ts'

/** Bound for the answer's body; only its status counts. */
const maxAnswerBytes = 16 * 1024
const maxHeaderBytes = 8 * 1024

/** Result of one delivery; `failure` null: accepted. */
export interface Outcome {
  status: number | null
  failure: DeliveryFailure | null
}

class Refusal extends Error {
  readonly failure: DeliveryFailure

  constructor(failure: DeliveryFailure) {
    super(failure)
    this.failure = failure
  }
}

/**
 * Posts a body once. The host name is resolved here, all its addresses must be allowed, and the connection goes to a
 * checked address, which prevents DNS rebinding. Redirects are not followed. Never rejects.
 */
export async function post(
  outside: Outside,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): Promise<Outcome> {
  const limit = AbortSignal.timeout(outside.timeLimitMs)
  try {
    const target = new URL(url)
    const place = await Promise.race([resolveAllowed(outside, target), whenOver(limit)])
    const status = await Promise.race([exchange(target, place, headers, body, limit), whenOver(limit)])
    if (status >= 300 && status < 400) return { status, failure: 'redirect' }
    return { status, failure: status >= 200 && status < 300 ? null : 'status' }
  } catch (error) {
    return { status: null, failure: failureOf(error, limit) }
  }
}

/** Names of this machine or its local network (RFC 6761, RFC 6762, RFC 8375). */
const innerName = /^[^.]+\.?$|\.(?:localhost|local|internal|home\.arpa)\.?$/

/** Whether a URL may be posted to, as far as that can be judged without resolving its host name. */
export function isSendable(outside: Outside, url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, username, password, hostname } = new URL(url)
  if (!outside.protocols.includes(protocol) || username !== '' || password !== '') return false
  const host = bareHost(hostname)
  if (host === '') return false
  return isIP(host) === 0 ? !innerName.test(host) || outside.isAllowed('127.0.0.1') : outside.isAllowed(host)
}

/** The URL parser has already normalized every notation of an IP address (decimal, octal, hex, full-width). */
const bareHost = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')

async function resolveAllowed(outside: Outside, target: URL): Promise<ResolvedAddress> {
  if (!isSendable(outside, target.href)) throw new Refusal('address')
  const host = bareHost(target.hostname)
  const family = isIP(host)
  if (family > 0) return { address: host, family }
  const found = await outside.resolve(host).catch(() => [])
  const [first] = found
  if (!first) throw new Refusal('unresolved')
  // An inner address among public ones is suspicious: refuse the name.
  if (!found.every(({ address }) => outside.isAllowed(address))) throw new Refusal('address')
  return first
}

function exchange(
  target: URL,
  { address, family }: ResolvedAddress,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = target.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(
      target,
      {
        method: 'POST',
        // A kept connection could lead to another address.
        agent: false,
        signal,
        maxHeaderSize: maxHeaderBytes,
        lookup: (_host, options, found) => {
          if (options.all) found(null, [{ address, family }])
          else found(null, address, family)
        },
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        let bytes = 0
        const done = () => {
          resolve(response.statusCode ?? 0)
          response.destroy()
        }
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > maxAnswerBytes) done()
        })
        // The status counts even if the answer is cut off.
        for (const event of ['end', 'error', 'close']) response.on(event, done)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

const whenOver = (limit: AbortSignal) =>
  new Promise<never>((_, reject) => limit.addEventListener('abort', () => reject(new Refusal('timeout'))))

function failureOf(error: unknown, limit: AbortSignal): DeliveryFailure {
  if (error instanceof Refusal) return error.failure
  if (limit.aborted) return 'timeout'
  const { code = '' } = error as { code?: string }
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) ? 'certificate' : 'connection'
}
