import type { FastifyRequest } from 'fastify'

/** The machine itself, at any port. */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

const nameOf = (host: string) => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

/**
 * Whether the host answers under the name that a request calls it by. One that it does not know is somebody else's, which
 * was pointed to this machine: a page of that name would be of the same origin as the portal's. `allowed`: names that are
 * its own besides those of the machine itself.
 */
export function createHostCheck(allowed: readonly string[]): (request: FastifyRequest) => boolean {
  const known = new Set([...loopback, ...allowed.map((name) => nameOf(name))])
  // A script can set the forwarded name, and no browser lets it set the other: both must be known.
  return ({ headers, hostname }) => known.has(nameOf(headers.host ?? '')) && known.has(nameOf(hostname))
}
