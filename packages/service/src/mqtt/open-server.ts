import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { networkOf } from '@helioport/contract/network-of'
import { connectWithinMs, maxConnections, maxConnectionsPerAddress, maxStrangersPerAddress } from './bounds.ts'

/** PEM; read again each hour, so that it may be renewed. */
export interface Certificate {
  read: () => { cert: Buffer; key: Buffer }
  everyMs?: number
}

const certificateEveryMs = 3_600_000

/** Counts by key. */
class Counts {
  readonly #of = new Map<string, number>()

  /** False: the count is `most` already. */
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
 * With a certificate: TLS, open to all addresses; without: plain on this machine. If reading a renewed certificate
 * fails, the error goes to `failed` and the former certificate stays. Connections are counted on arrival, before the
 * TLS handshake; `handle` calls `known` when a connection is authenticated.
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

/** The same key for a TLS socket and the raw socket below it. */
const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
