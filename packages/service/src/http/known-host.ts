import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../base/problem.ts'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/** Health checks, which monitoring asks by the instance's address; they disclose only whether it can serve. */
const openPaths: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])

/**
 * Answers only for the configured host and this machine, which prevents DNS rebinding (a foreign page whose name points
 * here) and forged hosts in links.
 */
export function requireKnownHost(app: FastifyInstance, baseUrl: string): void {
  const own = new URL(baseUrl).host.toLowerCase()
  const isKnown = (host: string) => loopback.test(host) || host.toLowerCase() === own
  app.addHook('onRequest', async (request) => {
    if (openPaths.has(request.routeOptions.url)) return
    // The numeric address of the socket is allowed: it is no name that could be rebound.
    const { localAddress = '', localPort } = request.socket
    const here = `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
    if (!hostsOf(request).every((host) => isKnown(host) || host === here)) throw new Problem('request.unknownHost')
  })
}

/** The request's host, and the one that a proxy forwards. */
function hostsOf(request: FastifyRequest): string[] {
  const forwarded = request.headers['x-forwarded-host']
  return [request.headers.host ?? '', ...(forwarded === undefined ? [] : [forwarded].flat())]
}
