import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Outside } from '../../base/outside.ts'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  bytes: Buffer
}

/** An HTTP receiver on this machine; `answer` writes the response, default 204. */
export interface Receiver {
  received: Received[]
  url: (path?: string, host?: string) => string
  answer: (request: Received, response: ServerResponse) => void
  close: () => Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    received: [],
    url: (path = '/', host = 'receiver.test') => `http://${host}:${(server.address() as AddressInfo).port}${path}`,
    answer: (_request, response) => void response.writeHead(204).end(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const one = { path: request.url ?? '', headers: request.headers, body: bytes.toString(), bytes }
      receiver.received.push(one)
      receiver.answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return receiver
}

/** Names that end with `.test` resolve to this machine; no other host can be reached. */
export const testOutside = (timeLimitMs = 2_000): Outside => ({
  resolve: async (host) => (host.endsWith('.test') ? [{ address: '127.0.0.1', family: 4 }] : []),
  isAllowed: (address) => address === '127.0.0.1',
  protocols: ['http:', 'https:'],
  timeLimitMs,
})
