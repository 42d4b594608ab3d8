import { apiBasePath, paths } from '@helioport/contract'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { readFlow, setFlow } from '../http/cookie.ts'
import { beginOpenidSignIn, endOpenidSignIn, openidPaths } from './sign-in-flow.ts'

/**
 * The two addresses of a company sign-in to which the browser navigates: to the provider, and back. Both redirect and
 * set a cookie, with which the page completes the sign-in.
 */
export function registerOpenidSignIn(api: FastifyInstance, service: Service): void {
  const { baseUrl } = service.settings
  const redirectUri = `${baseUrl}${apiBasePath}${openidPaths.cameBack}`
  const pageOf = (refusal?: string) => `${baseUrl}/#${paths.company()}${refusal === undefined ? '' : `?why=${refusal}`}`

  api.get<{ Params: { name: string } }>(openidPaths.begin, async (request, reply) => {
    try {
      const { token, expiresAt, url } = await beginOpenidSignIn(service, request.ip, request.params.name, redirectUri)
      setFlow(request, reply, token, expiresAt - service.now())
      return reply.redirect(url)
    } catch (error) {
      if (error instanceof Problem) throw error
      request.log.warn({ err: error }, 'a provider of identities cannot be reached')
      return reply.redirect(pageOf('unreachable'))
    }
  })
  api.get(openidPaths.cameBack, async (request, reply) => {
    // Based on the redirect URI that the provider got, not on the host that a proxy sends.
    const cameTo = new URL(`${redirectUri}${new URL(request.url, baseUrl).search}`)
    const end = await endOpenidSignIn(service, readFlow(request), cameTo)
    if ('token' in end) {
      setFlow(request, reply, end.token, end.expiresAt - service.now())
      return reply.redirect(pageOf())
    }
    if (end.cause !== undefined) request.log.warn({ err: end.cause }, 'who came back from a provider was refused')
    return reply.redirect(pageOf(end.refusal))
  })
}
