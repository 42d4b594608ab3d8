import type { FastifyRequest } from 'fastify'

/** Whether a browser declares that the request comes from a page of this origin; requests of programs pass. */
export function isOfSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host)
}
