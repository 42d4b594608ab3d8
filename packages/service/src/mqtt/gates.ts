import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { AedesOptions, AuthenticateError, Client } from 'aedes'
import { isDatabaseDown } from '../base/database-fault.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { findKeyedLogger } from '../ingest/find-logger.ts'
import { Allowance } from './allowance.ts'
import { maxSubscriptions, maxTopicLength, messagesAtOnce, messagesPerSecond } from './bounds.ts'
import type { Clients, Owner } from './clients.ts'
import type { Framer } from './framer.ts'
import type { Arrived, Intake } from './intake.ts'
import { findKeyedLoggers } from './queries/message.ts'
import { belowOwn, homeRoot, maySubscribe } from './topics.ts'

/** Delay of a refused sign-in, which slows down guessing. */
const refusedAfterMs = 500
/** Codes of CONNACK. */
const [serverAway, wrongPassword] = [3, 4]

interface Rooms {
  clients: Clients
  intake: Intake
  framer: Framer
}

type Gates = Pick<
  Required<AedesOptions>,
  'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'
>

/** Authentication, and authorization to publish and to subscribe. */
export function gatesOf(service: Service, rooms: Rooms, log: (line: string, error?: unknown) => void): Gates {
  const { clients } = rooms
  const allowance = new Allowance(messagesPerSecond, messagesAtOnce)
  const heard = new WeakMap<Client, Set<string>>()
  return {
    preConnect: (_client, packet, done) => {
      // No persistent sessions, and no wills, which are not measurements.
      packet.clean = true
      delete packet.will
      // Derived from the credentials, so that a client with a foreign device's id cannot end its connection.
      packet.clientId = idOf(packet.username, packet.password, packet.clientId)
      done(null, true)
    },
    authenticate: (client, userName, password, done) => {
      void (async () => {
        const refusal = await admitClient(service, rooms, client, userName, password, log)
        done(refusal === null ? null : connackError(refusal), refusal === null)
      })()
    },
    authorizePublish: (client, packet, done) => {
      const owner = clients.ownerOf(client)
      if (!owner || packet.topic.length > maxTopicLength) return done(new Error('not authorized'))
      packet.retain = false
      const below = belowOwn(owner.serial, packet.topic)
      const message = {
        keyId: owner.keyId,
        isOwn: below !== null,
        topic: textOf(below ?? packet.topic),
        payload: textOf(packet.payload.toString()),
        receivedAt: service.now(),
      }
      void (async () => done(await take(rooms, allowance, owner, message)))()
    },
    authorizeSubscribe: (client, subscription, done) => {
      const owner = clients.ownerOf(client)
      const filters = heard.get(client) ?? new Set()
      heard.set(client, filters)
      const { topic } = subscription
      const isAllowed = owner && maySubscribe(owner, topic) && (filters.has(topic) || filters.size < maxSubscriptions)
      // Refused filters are not stored: their number is unlimited.
      if (!isAllowed) return done(null, null)
      filters.add(topic)
      void (async () => {
        try {
          const keys = await findKeyedLoggers(service.db.read, [owner.keyId], service.now())
          done(null, keys.length > 0 ? subscription : null)
        } catch (error) {
          done(error instanceof Error ? error : new Error('not known'))
        }
      })()
    },
    authorizeForward: (client, packet) => {
      const owner = clients.ownerOf(client)
      // Messages of clients are forwarded to no client.
      const isOurs = !Object.hasOwn(packet, 'clientId')
      if (!isOurs || !owner || !maySubscribe(owner, packet.topic)) return null
      // A bridge passes the retain flag on: without it the broker behind would retain nothing for a home server that
      // restarts, and would not delete removed things.
      return packet.topic.startsWith(homeRoot(owner.accountId)) ? { ...packet, retain: true } : packet
    },
  }
}

/** Authenticates and registers the connection; returns a CONNACK code where it is refused. */
async function admitClient(
  service: Service,
  { clients, framer }: Rooms,
  client: Client,
  userName: string | undefined,
  password: Buffer | undefined,
  log: (line: string, error?: unknown) => void,
): Promise<number | null> {
  try {
    const owner = await findOwner(service, userName, password)
    if (!owner) {
      await wait(refusedAfterMs)
      return wrongPassword
    }
    if (client.closed) return serverAway
    clients.add(client, owner)
    // Frames messages that were still pending when the service stopped.
    framer.mark({ id: owner.loggerId, no: owner.no, account_id: owner.accountId })
    return null
  } catch (error) {
    if (!isDatabaseDown(error)) log('a logger at the MQTT broker', error)
    return serverAway
  }
}

/** Null after the message is stored; an error closes the connection without an acknowledgement. */
async function take(
  { intake, framer }: Rooms,
  allowance: Allowance,
  { loggerId }: Owner,
  message: Arrived,
): Promise<Error | null> {
  const pauseMs = allowance.take(loggerId, performance.now())
  if (pauseMs > 0) await wait(pauseMs)
  try {
    await framer.holding(loggerId, () => intake.take(message))
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error('not taken')
  }
}

const connackError = (returnCode: number) =>
  Object.assign<Error, Pick<AuthenticateError, 'returnCode'>>(new Error('refused'), { returnCode })

/** Client id by credentials: a device that reconnects with the same password replaces its own former connection. */
const idOf = (...parts: readonly (string | Buffer | undefined)[]) =>
  parts.reduce((hash, part) => hash.update(part ?? '').update('\0'), createHash('sha256')).digest('base64url')

/** Replaces NUL, which PostgreSQL does not accept. */
const textOf = (text: string) => text.replaceAll('\0', '\u{FFFD}')

/** User name: serial of the logger; password: one of its keys. Null: they do not match. */
async function findOwner(
  service: Service,
  userName: string | undefined,
  password: Buffer | undefined,
): Promise<Owner | null> {
  const logger = await findKeyedLogger(service, password?.toString() ?? null).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'logger.keyWrong') return null
    throw error
  })
  if (!logger || logger.serial !== userName) return null
  const { key_id, id, no, serial, account_id } = logger
  return { keyId: key_id, loggerId: id, no, serial, accountId: account_id }
}
