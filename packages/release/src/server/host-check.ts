import type { FastifyRequest } from 'fastify'

/** Names of this machine, with any port. */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

const nameOf = (host: string) => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

/**
 * Whether the host is addressed by one of its own names. A foreign name that resolves to this machine (DNS rebinding)
 * would make that site's pages same-origin with the portal. `allowed`: the host's names besides those of this machine.
 */
export function createHostCheck(allowed: readonly string[]): (request: FastifyRequest) => boolean {
  const known = new Set([...loopback, ...allowed.map((name) => nameOf(name))])
  // Both names must be known: a script can set the forwarded name, but no browser lets it set the Host header.
  return ({ headers, hostname }) => known.has(nameOf(headers.host ?? '')) && known.has(nameOf(hostname))
}
