import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { networkOf } from '@helioport/contract/network-of'
import { connectWithinMs, maxConnections, maxConnectionsPerAddress, maxStrangersPerAddress } from './bounds.ts'

/** PEM; read anew each hour, so that it may be renewed. */
export interface Certificate {
  read: () => { cert: Buffer; key: Buffer }
  everyMs?: number
}

const certificateEveryMs = 3_600_000

/** How many there are of each. */
class Counts {
  readonly #of = new Map<string, number>()

  /** False: there are `most` already. */
  add(key: string, most: number): boolean {
    const count = this.#of.get(key) ?? 0
    if (count < most) this.#of.set(key, count + 1)
    return count < most
  }

  remove(key: string): void {
    const left = (this.#of.get(key) ?? 1) - 1
    if (left > 0) this.#of.set(key, left)
    else this.#of.delete(key)
  }
}

/**
 * With a certificate TLS for everybody, else plain on this machine. One that cannot be read while it is renewed is told to
 * `failed`; the former one goes on. Connections are counted as they come, before TLS begins; `handle` says by `known`
 * that one has shown its key.
 */
export function openServer(
  certificate: Certificate | undefined,
  handle: (socket: Socket, known: () => void) => void,
  failed: (error: unknown) => void,
): { server: Server; stop: () => Promise<void> } {
  const [houses, strangers] = [new Counts(), new Counts()]
  const sockets = new Map<string, { socket: Socket; know: () => void }>()
  const count = (socket: Socket) => {
    const [address, key] = [socket.remoteAddress ?? '', keyOf(socket)]
    const [house, stranger] = [networkOf(address, 64), networkOf(address)]
    if (!strangers.add(stranger, maxStrangersPerAddress)) return void socket.destroy()
    let isKnown = false
    const know = () => {
      if (!isKnown) strangers.remove(stranger)
      isKnown = true
    }
    if (!houses.add(house, maxConnectionsPerAddress)) {
      know()
      return void socket.destroy()
    }
    sockets.set(key, { socket, know })
    socket.once('close', () => {
      sockets.delete(key)
      houses.remove(house)
      know()
    })
    socket.setNoDelay(true)
  }
  const take = (socket: Socket) => {
    const counted = sockets.get(keyOf(socket))
    if (counted) handle(socket, counted.know)
    else socket.destroy()
  }
  const tls = certificate && createTlsServer({ ...certificate.read(), handshakeTimeout: connectWithinMs }, take)
  const renew = () => {
    try {
      tls?.setSecureContext(certificate?.read() ?? {})
    } catch (error) {
      failed(error)
    }
  }
  const renewing = tls && setInterval(renew, certificate.everyMs ?? certificateEveryMs)
  const server: Server = tls ?? createServer()
  server.on('connection', count)
  if (!tls) server.on('connection', take)
  server.maxConnections = maxConnections
  return {
    server,
    stop: () =>
      new Promise((resolve) => {
        clearInterval(renewing)
        server.close(() => resolve())
        for (const { socket } of sockets.values()) socket.destroy()
      }),
  }
}

/** The same for the socket that TLS wraps as for the one around it. */
const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
