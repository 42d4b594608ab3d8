import { createSecureServer, type Http2SecureServer, type Http2ServerRequest } from 'node:http2'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Certificate } from './certificate.ts'

export interface Served {
  /** `https://localhost:PORT` */
  origin: string
  close: () => void
}

/** Hop-by-hop headers, which are not forwarded. */
const ofHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'host', 'http2-settings'])
const passed = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !ofHop.has(name)))

/** Listens on a free port; ignores aborted streams. */
export async function listen(server: Http2SecureServer): Promise<Served> {
  server.on('sessionError', () => undefined)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { origin: `https://localhost:${port}`, close: () => server.close() }
}

export const hostOf = (asked: Http2ServerRequest): string => String(asked.headers[':authority'] ?? asked.headers.host)

/**
 * HTTP/2 and TLS in front of a portal that has neither, like a reverse proxy. Bodies pass unchanged, streams
 * unbuffered.
 */
export async function front(upstream: string, { cert, key }: Certificate): Promise<Served> {
  const to = new URL(upstream)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const server = createSecureServer({ cert, key, allowHTTP1: true })
  server.on('request', (asked, reply) => {
    const host = hostOf(asked)
    const told = { host, 'x-forwarded-host': host, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' }
    const { method, url: path } = asked
    const headers = { ...passed(asked.headers), ...told }
    const up = request({ host: to.hostname, port: to.port, method, path, headers, agent }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, passed(answer.headers))
      answer.pipe(reply)
    })
    up.on('error', () => reply.headersSent || reply.writeHead(502).end())
    reply.on('close', () => up.destroy())
    asked.pipe(up)
  })
  return listen(server)
}
