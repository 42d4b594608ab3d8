import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { networkOf } from '@helioport/contract/network-of'
import { connectWithinMs, maxConnections, maxConnectionsPerAddress } from './bounds.ts'

/** PEM; read anew each hour, so that it may be renewed. */
export interface Certificate {
  read: () => { cert: Buffer; key: Buffer }
  everyMs?: number
}

const certificateEveryMs = 3_600_000

/**
 * With a certificate TLS for everybody, else plain on this machine. One that cannot be read while it is renewed is told to
 * `failed`; the former one goes on.
 */
export function openServer(
  certificate: Certificate | undefined,
  handle: (socket: Socket) => void,
  failed: (error: unknown) => void,
): { server: Server; stop: () => Promise<void> } {
  const sockets = new Set<Socket>()
  const ofAddress = new Map<string, number>()
  const take = (socket: Socket) => {
    const caller = networkOf(socket.remoteAddress ?? '')
    const count = (ofAddress.get(caller) ?? 0) + 1
    if (count > maxConnectionsPerAddress) return void socket.destroy()
    ofAddress.set(caller, count)
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      const left = (ofAddress.get(caller) ?? 1) - 1
      if (left > 0) ofAddress.set(caller, left)
      else ofAddress.delete(caller)
    })
    socket.setNoDelay(true)
    handle(socket)
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
  const server: Server = tls ?? createServer(take)
  server.maxConnections = maxConnections
  return {
    server,
    stop: () =>
      new Promise((resolve) => {
        clearInterval(renewing)
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
