import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => portal?.stop())

const piece = Buffer.alloc(16_000, 0x20)
const pieces = 500
const head = [
  'POST /api/web/v1/session HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  'X-Requested-With: XMLHttpRequest',
]

/** Writes a request to its end before it reads, as a proxy may; fails where the service closes meanwhile. */
async function write(socket: Socket, isChunked: boolean): Promise<void> {
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${pieces * piece.length}`
  const parts = isChunked ? [piece.length.toString(16), '\r\n', piece, '\r\n'] : [piece]
  const put = async (part: string | Buffer) => {
    if (socket.destroyed) throw new Error('the service has closed the connection')
    if (!socket.write(part)) await once(socket, 'drain')
  }
  await put(`${[...head, length].join('\r\n')}\r\n\r\n`)
  for (let nth = 0; nth < pieces; nth += 1) for (const part of parts) await put(part)
  if (isChunked) await put('0\r\n\r\n')
}

test.each([
  ['with its length', false],
  ['in chunks', true],
])('three bodies of 8 MB sent %s on one connection are each answered with 413', async (_, isChunked) => {
  const socket = connect((portal.app.server.address() as AddressInfo).port, '127.0.0.1')
  let answers = ''
  socket.on('data', (data: Buffer) => void (answers += data.toString()))
  for (let nth = 0; nth < 3; nth += 1) await write(socket, isChunked)
  socket.end()
  await once(socket, 'close')
  expect(answers.match(/HTTP\/1\.1 413 /g)).toHaveLength(3)
  expect(answers.match(/"errorCode":"request\.tooLarge"/g)).toHaveLength(3)
})
