import { createHash } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { Aedes, type AedesOptions, type AuthenticateError, type Client } from 'aedes'
import { isDatabaseDown } from '../base/database-fault.ts'
import type { Service } from '../base/service.ts'
import { findKeyedLogger } from '../ingest/find-logger.ts'
import { Allowance } from './allowance.ts'
import { BoundedConnection } from './bounded-connection.ts'
import {
  connectWithinMs,
  longestKeepAliveS,
  maxConnections,
  maxConnectionsPerAddress,
  maxPacketBytes,
  maxSubscriptions,
  maxTopicLength,
  maxTopicLevels,
  messagesAtOnce,
  messagesPerSecond,
} from './bounds.ts'
import { Clients } from './clients.ts'
import { Framer, type Pace, usualPace } from './framer.ts'
import { Intake } from './intake.ts'
import { findKeyedLoggers } from './queries/message.ts'
import { belowOwn, mayHear } from './topics.ts'

export interface BrokerOptions {
  /** 0: any that is free. */
  port: number
  /** PEM, read anew for each hour's connections; without it the broker listens on 127.0.0.1 alone. */
  certificate?: { read: () => { cert: Buffer; key: Buffer } } | undefined
  pace?: Pace
}

export interface Broker {
  port: number
  close: () => Promise<void>
}

const revokedEveryMs = 5_000
/** A guess costs its connection for so long. */
const refusedAfterMs = 500
const certificateEveryMs = 3_600_000
/** Codes of CONNACK. */
const [serverAway, wrongPassword] = [3, 4]

/**
 * The portal's own broker, for devices that send their own words with a user name and a password. What a logger sends is
 * acknowledged after its commit, and handed to nobody else.
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
  const { server, stop: stopServer } = openServer(options, (socket) => {
    const connection = new BoundedConnection(socket, maxPacketBytes)
    const client = broker.handle(connection)
    connection.once('close', () => clients.remove(client))
  })
  const revoking = setInterval(() => {
    endRevoked(service, clients).catch((error: unknown) => log('connections of revoked keys', error))
  }, revokedEveryMs)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.certificate ? undefined : '127.0.0.1', resolve)
  })
  server.on('error', (error) => log('the MQTT broker', error))
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : options.port,
    close: async () => {
      clearInterval(revoking)
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
  // The id is ours by then, see below.
  maxClientsIdLength: 1_000,
  maxInflightInbound: 100,
  maxTopicLevels,
  drainTimeout: 10_000,
} satisfies AedesOptions

function gatesOf(
  service: Service,
  { clients, intake, framer }: { clients: Clients; intake: Intake; framer: Framer },
  log: (line: string, error?: unknown) => void,
): Pick<
  Required<AedesOptions>,
  'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'
> {
  const allowance = new Allowance(messagesPerSecond, messagesAtOnce)
  const heard = new WeakMap<Client, Set<string>>()
  return {
    preConnect: (_client, packet, done) => {
      // Sessions end with their connection, and a will is no measurement.
      packet.clean = true
      delete packet.will
      // Whoever takes the id of another's device must not end its connection.
      packet.clientId = idOf(packet.username, packet.password, packet.clientId)
      done(null, true)
    },
    authenticate: (client, userName, password, done) => {
      findOwner(service, userName, password).then(
        (owner) => {
          if (!owner) return void wait(refusedAfterMs).then(() => done(connackError(wrongPassword), false))
          if (client.closed) return
          clients.add(client, owner)
          // What waited here when the service stopped.
          framer.mark({ id: owner.loggerId, no: owner.no, account_id: owner.accountId })
          done(null, true)
        },
        (error: unknown) => {
          if (!isDatabaseDown(error)) log('a logger at the MQTT broker', error)
          done(connackError(serverAway), false)
        },
      )
    },
    authorizePublish: (client, packet, done) => {
      const owner = clients.ownerOf(client)
      if (!owner || packet.topic.length > maxTopicLength) return done(new Error('not authorized'))
      packet.retain = false
      const below = belowOwn(owner.serial, packet.topic)
      const receivedAt = service.now()
      const message = {
        keyId: owner.keyId,
        isOwn: below !== null,
        topic: textOf(below ?? packet.topic),
        payload: textOf(packet.payload.toString()),
        receivedAt,
      }
      const pauseMs = allowance.take(owner.loggerId, performance.now())
      const take = async () => {
        if (pauseMs > 0) await wait(pauseMs)
        await framer.holding(owner.loggerId, () => intake.take(message))
      }
      take().then(
        () => done(null),
        (error: unknown) => done(error instanceof Error ? error : new Error('not taken')),
      )
    },
    authorizeSubscribe: (client, subscription, done) => {
      const owner = clients.ownerOf(client)
      const filters = heard.get(client) ?? new Set()
      heard.set(client, filters.add(subscription.topic))
      const isAllowed = owner && mayHear(owner, subscription.topic) && filters.size <= maxSubscriptions
      done(null, isAllowed ? subscription : null)
    },
    authorizeForward: (client, packet) => {
      const owner = clients.ownerOf(client)
      // What came from a client goes to no client.
      const isOurs = !Object.hasOwn(packet, 'clientId')
      return isOurs && owner && mayHear(owner, packet.topic) ? packet : null
    },
  }
}

const connackError = (returnCode: number): AuthenticateError =>
  Object.assign(new Error('refused'), { returnCode }) as AuthenticateError

/** The same device with the same password takes its own former connection's place. */
const idOf = (...parts: readonly (string | Buffer | undefined)[]) =>
  parts.reduce((hash, part) => hash.update(part ?? '').update('\0'), createHash('sha256')).digest('base64url')

/** A text that the database takes. */
const textOf = (text: string) => text.replaceAll('\0', '\u{FFFD}')

/** User name: serial of the logger, password: one of its keys. Null: they do not belong together. */
async function findOwner(service: Service, userName: string | undefined, password: Buffer | undefined) {
  const logger = await findKeyedLogger(service, password?.toString() ?? null).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 'logger.keyWrong') return null
    throw error
  })
  if (!logger || logger.serial !== userName) return null
  return {
    keyId: logger.key_id,
    loggerId: logger.id,
    no: logger.no,
    serial: logger.serial,
    accountId: logger.account_id,
  }
}

/** A key that ended counts no more at the next message; a connection that sends none ends here. */
async function endRevoked(service: Service, clients: Clients): Promise<void> {
  const all = clients.all()
  if (all.length === 0) return
  const rows = await findKeyedLoggers(service.db.read, [...new Set(all.map(([, { keyId }]) => keyId))], service.now())
  const live = new Set(rows.map(({ key_id }) => key_id))
  for (const [client, { keyId }] of all) if (!live.has(keyId)) client.close()
}

/** With a certificate TLS for everybody, else plain on this machine. */
function openServer(
  { certificate }: BrokerOptions,
  handle: (socket: Socket) => void,
): { server: Server; stop: () => Promise<void> } {
  const sockets = new Set<Socket>()
  const ofAddress = new Map<string, number>()
  const take = (socket: Socket) => {
    const { remoteAddress = '' } = socket
    const count = (ofAddress.get(remoteAddress) ?? 0) + 1
    if (count > maxConnectionsPerAddress) return void socket.destroy()
    ofAddress.set(remoteAddress, count)
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      const left = (ofAddress.get(remoteAddress) ?? 1) - 1
      if (left > 0) ofAddress.set(remoteAddress, left)
      else ofAddress.delete(remoteAddress)
    })
    socket.setNoDelay(true)
    handle(socket)
  }
  const tls = certificate && createTlsServer({ ...certificate.read(), handshakeTimeout: connectWithinMs }, take)
  const renewing = tls && setInterval(() => tls.setSecureContext(certificate.read()), certificateEveryMs)
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
