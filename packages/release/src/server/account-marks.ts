import { createHash, createHmac, randomBytes } from 'node:crypto'
import { apiBasePath } from '@helioport/contract'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../upstream/services.ts'
import { forwardedHeaders } from './api-proxy.ts'

/** A mark of the account whose session a request carries; undefined if nobody is signed in or the service is down. */
export type AccountOf = (
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'host' | 'protocol'>,
) => Promise<string | undefined>

const sessionCookie = /(?:^|;\s*)(?:__Host-)?helioport_session=([^;]+)/
/** The service's answer is cached for this long, in ms: the lifetime of a token that is made with it. */
const knownMs = 5 * 60_000
const maxKnown = 10_000
/** Time-out of the request to the service, in ms. */
const patienceMs = 1_000

interface Reply {
  data?: { accountId?: unknown; mainAccountId?: unknown }
}

/**
 * Asks the service for the account of a session. The mark is the same for a main account and its sub-accounts, since
 * one person can make any number of these; it does not reveal the account, and changes with each start of the host.
 */
export function createAccountMarks(services: Pick<Services, 'pick'>, now: () => number): AccountOf {
  const secret = randomBytes(32)
  const known = new Map<string, { mark: string | undefined; until: number }>()

  async function ask(request: Parameters<AccountOf>[0]): Promise<string | undefined> {
    const headers = { ...forwardedHeaders(request), cookie: request.headers.cookie ?? '' }
    const reply = await fetch(`${services.pick()}${apiBasePath}/session`, {
      headers,
      signal: AbortSignal.timeout(patienceMs),
    })
    const { data } = reply.ok ? ((await reply.json()) as Reply) : (await reply.body?.cancel(), {} as Reply)
    const account = data?.mainAccountId ?? data?.accountId
    return typeof account === 'string' ? createHmac('sha256', secret).update(account).digest('base64url').slice(0, 16) : undefined // prettier-ignore
  }

  return async (request) => {
    const session = sessionCookie.exec(request.headers.cookie ?? '')?.[1]
    if (session === undefined) return undefined
    const key = createHash('sha256').update(session).digest('base64url')
    const before = known.get(key)
    if (before !== undefined && before.until > now()) return before.mark
    try {
      const mark = await ask(request)
      if (known.size >= maxKnown) known.clear()
      known.set(key, { mark, until: now() + knownMs })
      return mark
    } catch {
      return undefined
    }
  }
}
