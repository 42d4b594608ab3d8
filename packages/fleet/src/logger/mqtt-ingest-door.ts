import { createHash, createHmac } from 'node:crypto'
import { ackTopic, framesTopic, type IngestAck, joinSigned, splitSigned } from '@helioport/contract/mqtt'
import mqtt from 'mqtt'
import { type Delivery, type IngestDoor, worthRetrying } from '@helioport/gateway/ingest-door'

export interface MqttIngestDoor extends IngestDoor {
  close: () => Promise<void>
}

const reconnectMs = 1000
const away: Delivery = { kind: 'unavailable', reason: 'the MQTT broker is away' }
const keyWrong = 'logger.keyWrong'

/**
 * One logger's connection to a broker, for example mqtt://127.0.0.1:1883. A batch counts as delivered when the service
 * has acknowledged it, not when the broker has accepted it; after a time-out it may be sent again.
 */
export function mqttIngestDoor(url: string, timeoutMs = 60_000): MqttIngestDoor {
  const client = mqtt.connect(url, { protocolVersion: 4, clean: true, reconnectPeriod: reconnectMs })
  // Each delivery reports the missing broker itself.
  client.on('error', () => undefined)
  const connected = firstConnection(client, timeoutMs)
  const open = new Map<string, (delivery: Delivery) => void>()
  let own: { serial: string; keyHash: Buffer } | undefined
  client.on('close', () => {
    for (const settle of open.values()) settle(away)
  })
  client.on('message', (topic, message) => {
    if (!own || topic !== ackTopic(own.serial)) return
    const ack = ackIn(message, topic, own.keyHash)
    if (ack) open.get(ack.of)?.(deliveryOf(ack))
  })

  return {
    async deliver(key, serial, body) {
      await connected
      if (!client.connected) return away
      const keyHash = createHash('sha256').update(key).digest()
      try {
        if (own?.serial !== serial) await client.subscribeAsync(ackTopic(serial), { qos: 1 })
      } catch (error) {
        return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
      }
      own = { serial, keyHash }
      const topic = framesTopic(serial)
      const signature = sign(keyHash, topic, body)
      return new Promise((resolve) => {
        let messageId: number | undefined
        const timer = setTimeout(() => settle({ kind: 'unavailable', reason: 'no answer by MQTT' }), timeoutMs)
        const settle = (delivery: Delivery) => {
          clearTimeout(timer)
          open.delete(signature)
          // The logger resends an unacknowledged batch together with newer frames.
          if (delivery.kind === 'unavailable' && messageId !== undefined) client.removeOutgoingMessage(messageId)
          resolve(delivery)
        }
        open.set(signature, settle)
        client.publish(topic, Buffer.from(joinSigned(signature, body)), { qos: 1 }, (error) => {
          if (error) settle({ kind: 'unavailable', reason: error.message })
        })
        messageId = client.getLastMessageId()
      })
    },
    close: async () => client.endAsync(true),
  }
}

/**
 * Awaited by the first delivery while the connection is being made; later deliveries check the connection themselves.
 */
function firstConnection(client: mqtt.MqttClient, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs)
    for (const event of ['connect', 'close', 'error'] as const) {
      client.once(event, () => {
        clearTimeout(timer)
        resolve()
      })
    }
  })
}

const sign = (keyHash: Buffer, topic: string, body: Uint8Array) =>
  createHmac('sha256', keyHash).update(`${topic}\n`).update(body).digest('base64url')

/**
 * The service's acknowledgement. An unsigned one is accepted only for `logger.keyWrong`: without the key the service
 * cannot sign.
 */
function ackIn(message: Uint8Array, topic: string, keyHash: Buffer): IngestAck | null {
  const parts = splitSigned(message)
  if (!parts) return null
  const isSigned = parts.signature === sign(keyHash, topic, parts.body)
  try {
    const ack = JSON.parse(Buffer.from(parts.body).toString()) as IngestAck
    return isSigned || ack.errorCode === keyWrong ? ack : null
  } catch {
    return null
  }
}

function deliveryOf({ status, data, errorCode = 'service.failed' }: IngestAck): Delivery {
  if (status === 200 && data) return { kind: 'accepted', reply: data }
  if (worthRetrying(status)) return { kind: 'unavailable', reason: `MQTT ${status} ${errorCode}` }
  return { kind: 'refused', status, errorCode }
}
