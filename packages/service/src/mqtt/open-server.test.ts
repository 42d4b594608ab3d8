import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ownCertificate } from '../testing/server/own-certificate.ts'
import { maxStrangersPerAddress } from './bounds.ts'
import { openServer } from './open-server.ts'

const certificateOf = () => {
  const { cert, key } = ownCertificate(['broker.example'], Date.now())
  return { cert: Buffer.from(cert), key: Buffer.from(key) }
}

test('a certificate is renewed without a restart; while the new one is unreadable the former one stays', async () => {
  const [first, second] = [certificateOf(), certificateOf()]
  let now: { cert: Buffer; key: Buffer } | null = first
  const failures: unknown[] = []
  const read = () => {
    if (now === null) throw new Error('no such file')
    return now
  }
  const { server, stop } = openServer(
    { read, everyMs: 5 },
    (socket) => socket.end(),
    (error) => failures.push(error),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  /** Whether a client that trusts only this certificate can connect. */
  const isServed = async ({ cert }: { cert: Buffer }) => {
    const socket = connectTls({ port, host: '127.0.0.1', servername: 'broker.example', ca: cert })
    const isIn = await Promise.race([
      once(socket, 'secureConnect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    return isIn
  }
  expect(await isServed(first)).toBe(true)
  expect(await isServed(second)).toBe(false)
  now = null
  while (failures.length === 0) await new Promise((done) => setImmediate(done))
  expect(await isServed(first)).toBe(true)
  // A key that does not match the certificate, as in the middle of a renewal.
  now = { cert: second.cert, key: first.key }
  const before = failures.length
  while (failures.length < before + 2) await new Promise((done) => setImmediate(done))
  expect(await isServed(first)).toBe(true)
  now = second
  while (!(await isServed(second))) await new Promise((done) => setImmediate(done))
  await stop()
})

test('many unauthenticated connections from one address do not block other addresses', async () => {
  const certificate = certificateOf()
  const known: (() => void)[] = []
  const { server, stop } = openServer(
    { read: () => certificate },
    (socket, know) => {
      known.push(know)
      socket.on('error', () => {})
    },
    () => {},
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const come = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  /** Whether another client gets a TLS handshake. */
  const isServed = async (localAddress: string) => {
    const raw = await come(localAddress)
    const socket = connectTls({ socket: raw, servername: 'broker.example', ca: certificate.cert })
    const isIn = await Promise.race([
      once(socket, 'secureConnect').then(() => true),
      once(socket, 'error').then(() => false),
      once(raw, 'close').then(() => false),
    ]).catch(() => false)
    return { isIn, socket }
  }
  const sockets: Socket[] = []
  for (let nth = 0; nth < maxStrangersPerAddress; nth += 1) sockets.push(await come('127.0.0.2'))
  expect((await isServed('127.0.0.2')).isIn).toBe(false)
  const device = await isServed('127.0.0.3')
  expect(device.isIn).toBe(true)
  // Authenticated connections make room for others from their address.
  for (let nth = 1; nth < maxStrangersPerAddress; nth += 1) sockets.push(await come('127.0.0.3'))
  expect((await isServed('127.0.0.3')).isIn).toBe(false)
  while (known.length === 0) await new Promise((done) => setImmediate(done))
  known[0]?.()
  expect((await isServed('127.0.0.3')).isIn).toBe(true)
  for (const socket of sockets) socket.destroy()
  device.socket.destroy()
  await stop()
})
