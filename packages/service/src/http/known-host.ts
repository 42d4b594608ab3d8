import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../base/problem.ts'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/** What programs that watch over services ask at the address of each; it tells whether it can serve, and no more. */
const openPaths: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])

/**
 * Answers for the configured host and for this machine alone: a page elsewhere that had its name point here
 * (DNS rebinding), or a forged host in a link, finds nobody.
 */
export function requireKnownHost(app: FastifyInstance, baseUrl: string): void {
  const own = new URL(baseUrl).host.toLowerCase()
  const isKnown = (host: string) => loopback.test(host) || host.toLowerCase() === own
  app.addHook('onRequest', async (request) => {
    if (openPaths.has(request.routeOptions.url)) return
    // The address that it listens at, as numbers: no name can be made to point there.
    const { localAddress = '', localPort } = request.socket
    const here = `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
    if (!hostsOf(request).every((host) => isKnown(host) || host === here)) throw new Problem('request.unknownHost')
  })
}

/** The proxy in front names the host that it was asked for. */
function hostsOf(request: FastifyRequest): string[] {
  const forwarded = request.headers['x-forwarded-host']
  return [request.headers.host ?? '', ...(forwarded === undefined ? [] : [forwarded].flat())]
}
