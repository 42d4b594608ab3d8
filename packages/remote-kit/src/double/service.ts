import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A received request. */
export interface Asked {
  /** `GET /stations/7` */
  name: string
  query: Record<string, string>
  body: unknown
}

export interface Reply {
  status: number
  body: unknown
}

/** Answers requests of pages instead of the portal's service. */
export interface DoubleService {
  url: string
  /** Set by each page that a test opens. */
  answer: (asked: Asked) => Reply | Promise<Reply>
}

/** A server on this machine that answers below `/api/web/v1`. It does not keep the process alive. */
export async function startService(): Promise<DoubleService> {
  const service: DoubleService = { url: '', answer: () => ({ status: 503, body: {} }) }
  const answer = async (asked: Asked, reply: ServerResponse) => {
    const { status, body } = await service.answer(asked)
    reply.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body))
  }
  const server = createServer((request, reply) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', service.url)
      const text = Buffer.concat(pieces).toString()
      const isJson = request.headers['content-type']?.includes('json') === true
      const asked = {
        name: `${request.method ?? 'GET'} ${pathname.replace(/^\/api\/web\/v1/, '')}`,
        query: Object.fromEntries(searchParams),
        body: isJson && text !== '' ? (JSON.parse(text) as unknown) : text,
      }
      void answer(asked, reply)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  server.unref()
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return service
}
