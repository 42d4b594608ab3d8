import type { FastifyRequest } from 'fastify'
import { Problem } from '../base/problem.ts'

/**
 * Refuses writes that another site's page could have sent. A page elsewhere cannot set X-Requested-With without a
 * preflight, which is never granted; Origin and Sec-Fetch-Site are checked where the browser sends them.
 * X-Forwarded-Host names the public host behind a proxy; a foreign page cannot set it either.
 * @throws Problem request.headerMissing, request.foreignOrigin
 */
export function refuseForeignWrite(request: FastifyRequest): void {
  if (request.headers['x-requested-with'] !== 'XMLHttpRequest') throw new Problem('request.headerMissing')
  refuseForeignReader(request)
}

/**
 * Refuses a stream to another site's page, which could not read the stream, but could hold it open in the person's
 * name.
 * @throws Problem request.foreignOrigin
 */
export function refuseForeignReader(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'same-site') throw new Problem('request.foreignOrigin')
  const { origin } = request.headers
  if (origin !== undefined && !ownHosts(request).includes(hostOf(origin))) throw new Problem('request.foreignOrigin')
}

function ownHosts(request: FastifyRequest): string[] {
  return [request.headers.host, request.headers['x-forwarded-host']]
    .flatMap((value) => (value === undefined ? [] : [value].flat()))
    .map((host) => host.toLowerCase())
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : ''
}
