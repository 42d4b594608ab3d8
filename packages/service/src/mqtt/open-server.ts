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

/** How many connections there are of each caller; `known`: those that have shown their key. */
class Callers {
  readonly #of = new Map<string, { all: number; known: number }>()

  /** False: there are too many of the caller already. */
  come(caller: string): boolean {
    const of = this.#of.get(caller) ?? { all: 0, known: 0 }
    if (of.all >= maxConnectionsPerAddress || of.all - of.known >= maxStrangersPerAddress) return false
    of.all += 1
    this.#of.set(caller, of)
    return true
  }

  know(caller: string): void {
    const of = this.#of.get(caller)
    if (of) of.known += 1
  }

  leave(caller: string, wasKnown: boolean): void {
    const of = this.#of.get(caller)
    if (!of) return
    of.all -= 1
    if (wasKnown) of.known -= 1
    if (of.all === 0) this.#of.delete(caller)
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
  const callers = new Callers()
  const sockets = new Map<string, { socket: Socket; know: () => void }>()
  const count = (socket: Socket) => {
    const caller = networkOf(socket.remoteAddress ?? '')
    if (!callers.come(caller)) return void socket.destroy()
    let isKnown = false
    const know = () => {
      if (!isKnown && !socket.destroyed) callers.know(caller)
      isKnown = true
    }
    const key = keyOf(socket)
    sockets.set(key, { socket, know })
    socket.once('close', () => {
      sockets.delete(key)
      callers.leave(caller, isKnown)
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
