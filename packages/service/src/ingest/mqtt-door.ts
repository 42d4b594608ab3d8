import { errorStatus } from '@helioport/contract'
import {
  ackTopic,
  allFramesTopic,
  type IngestAck,
  joinSigned,
  serialOfTopic,
  splitSigned,
} from '@helioport/contract/mqtt'
import mqtt from 'mqtt'
import { checkedBatch, maxSentBytes, readBatch, rowTests } from './batch.ts'
import { toProblem } from '../http/errors.ts'
import { findSigningLogger } from './find-logger.ts'
import { ingest, type KeyedLogger } from './take-batch.ts'
import { isMostlyMalformed, isMalformedRequest, Refusals } from './refusals.ts'
import { Problem } from '../base/problem.ts'
import { signatureOf } from '../base/secret.ts'
import type { Service } from '../base/service.ts'

const reconnectMs = 1000
/** Shared subscription: the broker delivers each message to one of the instances. */
const sharedFrames = `$share/helioport/${allFramesTopic}`
/** Error codes of a broker without MQTT 5: by 3.1.1, and by 5. */
const unknownVersion: ReadonlySet<unknown> = new Set([0x01, 0x84])
/** Placeholder signature where no logger was found, and so no key to sign with. */
const unsigned = '-'.repeat(43)

export interface MqttDoor {
  close: () => Promise<void>
}

/**
 * Subscribes at an external broker to batches that loggers push, with the checks and rules of `POST /frames`. Messages
 * are processed one after the other; each is answered on the logger's ack topic, and acknowledged to the broker, only
 * after its commit. A logger resends until it has its answer, so that lost messages do no harm. Instances share the
 * messages where the broker supports it (MQTT 5); otherwise each instance processes all of them, which is idempotent.
 */
export function openMqttDoor(service: Service, url: string, log: (line: string, error?: unknown) => void): MqttDoor {
  const tx = mqtt.connect(url, {
    protocolVersion: 5,
    clean: true,
    reconnectPeriod: reconnectMs,
    // Retries after a refused connection, whatever the reason.
    reconnectOnConnackError: true,
    resubscribe: false,
  })
  const refusals = new Refusals()
  const broker = { isThere: false }
  service.settings.farBroker = broker
  let isAway = false
  let isOlder = false
  tx.on('connect', ({ properties }) => {
    isAway = false
    const isShared = tx.options.protocolVersion === 5 && properties?.sharedSubscriptionAvailable !== false
    tx.subscribe(isShared ? sharedFrames : allFramesTopic, { qos: 1 }, (error) => {
      broker.isThere = !error
      if (error) log('the broker refuses the subscription', error)
    })
  })
  tx.on('error', (error) => {
    isOlder = unknownVersion.has((error as { code?: unknown }).code)
    // The next attempt uses version 3.1.1.
    if (isOlder) tx.options.protocolVersion = 4
    else sayAway(error)
  })
  tx.on('close', () => {
    if (!isOlder) sayAway()
    isOlder = false
  })
  function sayAway(error?: unknown): void {
    if (!isAway && !tx.disconnecting) log('the MQTT broker is away; trying again', error)
    isAway = true
    broker.isThere = false
  }

  tx.handleMessage = (packet, done) => {
    const message = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    void (async () => {
      try {
        const reply = await answer(service, refusals, packet.topic, message, log)
        if (reply) tx.publish(reply.topic, Buffer.from(reply.message), { qos: 1 })
      } finally {
        done()
      }
    })()
  }
  return { close: async () => tx.endAsync(true) }
}

/** Processes one message and returns the answer to publish. Null: not a signed message. */
async function answer(
  service: Service,
  refusals: Refusals,
  topic: string,
  message: Uint8Array,
  log: (line: string, error?: unknown) => void,
): Promise<{ topic: string; message: Uint8Array } | null> {
  const parts = splitSigned(message)
  if (!parts) return null
  const serial = serialOfTopic(topic)
  let logger: KeyedLogger | null = null
  let ack: IngestAck
  try {
    if (message.length > maxSentBytes) throw new Problem('request.tooLarge')
    const { signature, body } = parts
    logger = await findSigningLogger(service, serial, signature, topic, body)
    refusals.check(logger.id, service.now())
    const batch = checkedBatch(await readBatch(body, body[0] === 0x1f && body[1] === 0x8b))
    const data = await ingest(service, logger, batch, rowTests)
    if (isMostlyMalformed(data)) refusals.note(logger.id, service.now())
    ack = { of: signature, status: 200, data }
  } catch (error) {
    const { code, retryAfterS } = toProblem(error)
    if (errorStatus[code] >= 500) log(code, error)
    // All loggers share one queue here: a logger that keeps sending invalid batches is limited.
    if (logger && isMalformedRequest(code)) refusals.note(logger.id, service.now())
    ack = {
      of: parts.signature,
      status: errorStatus[code],
      errorCode: code,
      ...(retryAfterS !== null && { retryAfterS }),
    }
  }
  const text = Buffer.from(JSON.stringify(ack))
  const to = ackTopic(serial)
  return { topic: to, message: joinSigned(logger ? signatureOf(logger.key_hash, to, text) : unsigned, text) }
}
