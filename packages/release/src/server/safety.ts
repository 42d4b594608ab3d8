import type { Socket } from 'node:net'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { barePolicy, commonHeaders, ownHeaders } from './headers.ts'
import { createHostCheck } from './host-check.ts'

const bareHeaders = { ...commonHeaders, 'content-security-policy': barePolicy, 'cache-control': 'no-store' }

/** Status for errors of the HTTP parser. */
const parserStatus: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Answers a request that the parser refused; the reply has the safety headers too. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = parserStatus[error.code ?? ''] ?? 400
  const text = STATUS_CODES[status] ?? 'Bad Request'
  const headers = { ...bareHeaders, 'content-type': 'text/plain', 'content-length': text.length, connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${text}\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
}

/** Refuses a request outside of the routes and their hooks. */
export function refuseRaw(raw: ServerResponse, status: number): void {
  raw.writeHead(status, { ...bareHeaders, 'content-type': 'text/plain', connection: 'close' }).end(STATUS_CODES[status])
}

/** Time to read a reply that was sent before the request ended, in ms. */
const answerReadMs = 2_000

/** Disconnects a caller that still sends a body after its reply: the body would be read for nothing. */
function endUnread(request: IncomingMessage): void {
  if (!request.complete) setTimeout(() => request.complete || request.destroy(), answerReadMs).unref()
}

/**
 * Safety headers on every reply, and error replies without details. `allowedHosts`: host names besides those of this
 * machine.
 */
export function registerSafety(app: FastifyInstance, allowedHosts: readonly string[]): void {
  const isOwnName = createHostCheck(allowedHosts)
  // Node itself would answer an unknown `Expect` header without the safety headers.
  app.server.on('checkExpectation', (_request: IncomingMessage, raw: ServerResponse) => refuseRaw(raw, 417))
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) reply.headers(ownHeaders)
    if (request.headers.host === undefined) return reply.code(400).type('text/plain').send('Bad Request')
    // Monitoring calls `/healthz` by address.
    if (request.url !== '/healthz' && !isOwnName(request))
      return reply.code(421).type('text/plain').send('Misdirected Request')
    return undefined
  })
  // The service sets its own headers on its replies; this adds missing ones.
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(bareHeaders)) if (!reply.hasHeader(name)) reply.header(name, value)
  })
  app.addHook('onResponse', async ({ raw }) => endUnread(raw))
  app.setErrorHandler((error, request, reply) => {
    const { statusCode = 500 } = error as { statusCode?: number }
    if (statusCode >= 500) request.log.error({ err: error }, 'a request failed')
    const text = STATUS_CODES[statusCode < 500 ? statusCode : 500] ?? 'Error'
    return reply.code(statusCode < 500 ? statusCode : 500).header('cache-control', 'no-store').type('text/plain').send(text) // prettier-ignore
  })
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found'),
  )
}
