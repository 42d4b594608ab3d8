import type { ErrorCode } from './errors.ts'
import type { IngestReply } from './ingest.ts'

/**
 * Ingest by MQTT (3.1.1, QoS 1), for loggers that push. A message is one line `helioport1 <signature>` and the body of
 * `POST /frames`, plain or gzipped. The signature is HMAC-SHA256, base64url, over the topic, a line feed and the body;
 * its key is the SHA-256 of the logger's key, which never passes the broker. The acknowledgement is signed in the same
 * way, so knowing a serial or having access to the broker is not enough to forge either.
 */
const root = 'helioport/v1/loggers'

export const framesTopic = (serial: string): string => `${root}/${serial}/frames`
export const ackTopic = (serial: string): string => `${root}/${serial}/ack`

/** Topic filter that the service subscribes to. */
export const allFramesTopic = framesTopic('+')

/** The logger that a frames topic belongs to. */
export const serialOfTopic = (topic: string): string => topic.split('/')[3] ?? ''

/** Published on the ack topic after the commit, or with the reason for the refusal. */
export interface IngestAck {
  /** Signature of the message that this answers. */
  of: string
  /** HTTP status. */
  status: number
  data?: IngestReply
  errorCode?: ErrorCode
  /** Seconds to wait before a retry, if known. */
  retryAfterS?: number
}

const mark = 'helioport1 '
const lineFeed = 0x0a
/** Base64url of 32 bytes. */
const signatureLength = 43
const headLength = mark.length + signatureLength + 1

/** A message in the form sent over the broker. */
export function joinSigned(signature: string, body: Uint8Array): Uint8Array {
  const head = Uint8Array.from(`${mark}${signature}\n`, (char) => char.charCodeAt(0))
  const message = new Uint8Array(head.length + body.length)
  message.set(head)
  message.set(body, head.length)
  return message
}

/** The parts of a message; null: it has another format. The body is a view, not a copy. */
export function splitSigned(message: Uint8Array): { signature: string; body: Uint8Array } | null {
  if (message.length < headLength || message[headLength - 1] !== lineFeed) return null
  const head = String.fromCharCode(...message.subarray(0, headLength - 1))
  const signature = head.slice(mark.length)
  if (!head.startsWith(mark) || !/^[\w-]+$/.test(signature)) return null
  return { signature, body: message.subarray(headLength) }
}
