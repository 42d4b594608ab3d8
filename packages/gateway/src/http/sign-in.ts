import { createHash, randomBytes } from 'node:crypto'
import { SourceAway, trouble } from '../source/trouble.ts'
import type { Address } from './address.ts'
import { type GetJson, HttpRefusal } from './get-json.ts'

interface Challenge {
  /** The device's name of it: `Digest`, or `X-Digest` of ABB's loggers. */
  scheme: string
  parts: ReadonlyMap<string, string>
  /** How often its nonce was used. */
  uses: number
}

const hash = (algorithm: string, text: string): string =>
  createHash(/sha-?256/i.test(algorithm) ? 'sha256' : 'md5')
    .update(text)
    .digest('hex')

/**
 * Signs requests as the user of the address, in the scheme that the device wants: Basic, or digest (RFC 7616, MD5 and
 * SHA-256). Without a user, requests go unsigned.
 * @throws SourceAway where the device rejects the user or the password
 */
export function signedIn(
  getJson: GetJson,
  { user, password }: Address,
  cnonce: () => string = () => randomBytes(8).toString('hex'),
): GetJson {
  let challenge: Challenge | null = null
  let isBasic = false

  const headersFor = (url: string, method: string): Record<string, string> => {
    if (isBasic) return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
    if (!challenge) return {}
    challenge.uses += 1
    return { authorization: digestOf(challenge, { user, password, url, method, cnonce: cnonce() }) }
  }

  return async (url, headers = {}, body) => {
    const method = body === undefined ? 'GET' : 'POST'
    try {
      return await getJson(url, { ...headers, ...headersFor(url, method) }, body)
    } catch (error) {
      if (!(error instanceof HttpRefusal) || error.status !== 401) throw error
      if (user === '') throw new SourceAway(trouble('http.password', { place: url }))
      challenge = challengeIn(error.challenge)
      isBasic = challenge === null
    }
    try {
      return await getJson(url, { ...headers, ...headersFor(url, method) }, body)
    } catch (error) {
      if (!(error instanceof HttpRefusal) || error.status !== 401) throw error
      throw new SourceAway(trouble('http.wrongPassword', { place: url, user }))
    }
  }
}

/** Null: no digest challenge, or an incomplete one. */
function challengeIn(header: string | null): Challenge | null {
  const [, scheme] = /^\s*((?:X-)?Digest)\s/i.exec(header ?? '') ?? []
  if (scheme === undefined || header === null) return null
  const parts = new Map<string, string>()
  for (const [, key = '', quoted, plain] of header.matchAll(/([\w-]+)=(?:"([^"]*)"|([^,\s]+))/g)) {
    parts.set(key.toLowerCase(), quoted ?? plain ?? '')
  }
  return parts.has('nonce') ? { scheme, parts, uses: 0 } : null
}

interface Asking {
  user: string
  password: string
  url: string
  method: string
  cnonce: string
}

function digestOf({ scheme, parts, uses }: Challenge, { user, password, url, method, cnonce }: Asking): string {
  const { pathname, search } = new URL(url)
  const uri = `${pathname}${search}`
  const [realm, nonce, algorithm] = [
    parts.get('realm') ?? '',
    parts.get('nonce') ?? '',
    parts.get('algorithm') ?? 'MD5',
  ]
  const secret = hash(algorithm, `${user}:${realm}:${password}`)
  const asked = hash(algorithm, `${method}:${uri}`)
  const count = uses.toString(16).padStart(8, '0')
  const hasQop = (parts.get('qop') ?? '').split(/[\s,]+/).includes('auth')
  const middle = hasQop ? `${nonce}:${count}:${cnonce}:auth` : nonce
  const fields = [
    ['username', user],
    ['realm', realm],
    ['nonce', nonce],
    ['uri', uri],
    ['response', hash(algorithm, `${secret}:${middle}:${asked}`)],
    ...(parts.has('opaque') ? [['opaque', parts.get('opaque')]] : []),
    ...(hasQop ? [['cnonce', cnonce]] : []),
  ].map(([key, value]) => `${key}="${value}"`)
  if (parts.has('algorithm')) fields.push(`algorithm=${algorithm}`)
  if (hasQop) fields.push('qop=auth', `nc=${count}`)
  return `${scheme} ${fields.join(', ')}`
}
