import { isReleasableName } from '@helioport/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openOperatorKey } from '../operator/operator-key.ts'
import type { Layout } from '../store/layout.ts'
import { MoveRefused } from '../store/moves.ts'
import { createOverrideCodes, type Override, overrideIn, overrideMs, tokenOf } from './override-token.ts'
import { isOfSameOrigin } from './same-origin.ts'

export const overridePath = '/releases/override'

const cookieName = 'helioport-override'
/** Only loopback origins: for any other browser the same address is another machine. */
const ownMachine = /^http:\/\/(127\.0\.0\.1|localhost):\d{2,5}$/

export interface Overrides {
  isAllowed: boolean
  /** The override of a request's browser; undefined with `?safe=1`. */
  of: (request: FastifyRequest) => Promise<Override | undefined>
  /** The path of a single-use link. @throws MoveRefused */
  issue: (part: string, origin: string) => { path: string; until: string }
}

const tokenOfRequest = (request: FastifyRequest) =>
  new RegExp(`(?:^|;\\s*)${cookieName}=([\\w.-]+)`).exec(request.headers.cookie ?? '')?.[1]

/** `?safe=1`: the portal without overrides. */
const isSafe = (request: FastifyRequest) => new URL(request.url, 'http://host').searchParams.get('safe') === '1'

/**
 * Development against a running portal: one browser, which has opened a link made with an operator's key, loads one
 * remote from its own machine. Nobody else's page changes; where `isAllowed` is false no link is made and cookies are
 * ignored.
 */
export function registerOverrides(
  app: FastifyInstance,
  layout: Layout,
  isAllowed: boolean,
  now: () => number,
): Overrides {
  const codes = createOverrideCodes()

  function setCookie(request: FastifyRequest, reply: FastifyReply, value: string, seconds: number) {
    const secure = request.protocol === 'https' ? '; Secure' : ''
    void reply.header('set-cookie', `${cookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`) // prettier-ignore
    return reply.header('cache-control', 'no-store').redirect('/', 303)
  }

  app.get<{ Querystring: { code?: string } }>(overridePath, async (request, reply) => {
    // The link must be typed or opened from a terminal: no other site may put an override into a browser.
    const site = request.headers['sec-fetch-site'] ?? 'none'
    const override = site === 'none' && isAllowed ? codes.redeem(request.query.code ?? '', now()) : undefined
    if (override === undefined)
      return reply.code(403).header('cache-control', 'no-store').type('text/plain').send('This link is used up, or of no use here') // prettier-ignore
    const token = tokenOf(override, await openOperatorKey(layout))
    return setCookie(request, reply, token, Math.floor((override.until - now()) / 1_000))
  })

  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume()
      done(null, undefined)
    })
    scope.post(`${overridePath}/clear`, { bodyLimit: 1_024 }, async (request, reply) => {
      if (!isOfSameOrigin(request)) return reply.code(403).type('text/plain').send('Of another origin')
      return setCookie(request, reply, '', 0)
    })
  })

  return {
    isAllowed,
    async of(request) {
      const token = tokenOfRequest(request)
      if (!isAllowed || token === undefined || isSafe(request)) return undefined
      return overrideIn(token, await openOperatorKey(layout), now())
    },
    issue(part, origin) {
      if (!isAllowed)
        throw new MoveRefused(
          'this portal forbids overrides: its operator allows them (npm run helioport -- serve --overrides allow, npm start -- --allow-overrides)',
        )
      if (!isReleasableName(part) || part === 'shell') throw new MoveRefused(`${part} is no remote`)
      if (!ownMachine.test(origin)) throw new MoveRefused(`${origin} is not on the machine of the browser`)
      const until = now() + overrideMs
      const code = codes.issue({ part, origin, until }, now())
      return { path: `${overridePath}?code=${code}`, until: new Date(until).toISOString() }
    },
  }
}
