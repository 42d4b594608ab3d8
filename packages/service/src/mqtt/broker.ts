import type { Socket } from 'node:net'
import { Aedes, type AedesOptions } from 'aedes'
import type { Service } from '../base/service.ts'
import { BoundedConnection } from './bounded-connection.ts'
import { connectWithinMs, longestKeepAliveS, maxPacketBytes, maxTopicLevels } from './bounds.ts'
import { Clients } from './clients.ts'
import { Framer, type Pace, usualPace } from './framer.ts'
import { gatesOf } from './gates.ts'
import { Home } from './home.ts'
import { Intake } from './intake.ts'
import { type Certificate, openServer } from './open-server.ts'
import { findKeyedLoggers } from './queries/message.ts'

export interface BrokerOptions {
  /** 0: any free port. */
  port: number
  /** Absent: the broker listens on 127.0.0.1 only. */
  certificate?: Certificate | undefined
  pace?: Pace
  /** Interval of updates to home servers, ms. */
  homeEveryMs?: number
}

export interface Broker {
  port: number
  close: () => Promise<void>
}

const usualHomeEveryMs = 30_000
const revokedEveryMs = 5_000

/**
 * The portal's own broker, for devices with a message format of their own, which sign in by user name and password. A
 * logger's message is acknowledged after its commit, and forwarded to no client.
 */
export async function openBroker(
  service: Service,
  options: BrokerOptions,
  log: (line: string, error?: unknown) => void,
): Promise<Broker> {
  const framer = new Framer(service, options.pace ?? usualPace, (error) => log('frames of MQTT messages', error))
  const intake = new Intake(service, (logger) => framer.mark(logger))
  const clients = new Clients()
  const broker = await Aedes.createBroker({
    ...boundsOfAedes,
    ...gatesOf(service, { clients, intake, framer }, log),
  })
  const take = (socket: Socket, known: () => void) => {
    const connection = new BoundedConnection(socket, maxPacketBytes)
    const client = broker.handle(connection)
    clients.await(client, known)
    connection.once('close', () => clients.remove(client))
  }
  const { server, stop: stopServer } = openServer(options.certificate, take, (error) =>
    log('the certificate of the MQTT broker cannot be read anew; the former one stays', error),
  )
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(options.port, options.certificate ? undefined : '127.0.0.1', resolve)
    })
  } catch (error) {
    broker.close()
    throw error
  }
  server.on('error', (error) => log('the MQTT broker', error))
  const home = new Home(service, broker, clients, {
    everyMs: options.homeEveryMs ?? usualHomeEveryMs,
    failed: (error) => log('home servers at the MQTT broker', error),
  })
  const revoking = setInterval(() => {
    endRevoked(service, clients).catch((error: unknown) => log('connections of revoked keys', error))
  }, revokedEveryMs)
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : options.port,
    close: async () => {
      clearInterval(revoking)
      await home.close()
      const closed = stopServer()
      await new Promise<void>((resolve) => broker.close(resolve))
      await closed
      await intake.idle()
      await framer.close()
    },
  }
}

const boundsOfAedes = {
  connectTimeout: connectWithinMs,
  keepaliveLimit: longestKeepAliveS,
  // The id is replaced by our own before this check (see gates.ts).
  maxClientsIdLength: 1_000,
  maxInflightInbound: 100,
  maxTopicLevels,
  drainTimeout: 10_000,
} satisfies AedesOptions

/** Closes connections whose key has ended. Messages are checked anyway; this closes connections that send none. */
async function endRevoked(service: Service, clients: Clients): Promise<void> {
  const all = clients.all()
  if (all.length === 0) return
  const rows = await findKeyedLoggers(service.db.read, [...new Set(all.map(([, { keyId }]) => keyId))], service.now())
  const live = new Set(rows.map(({ key_id }) => key_id))
  for (const [client, { keyId }] of all) if (!live.has(keyId)) client.close()
}
