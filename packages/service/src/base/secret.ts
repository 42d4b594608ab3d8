import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits; shown once, stored only as a hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** For secrets of full entropy only; passwords use account/password.ts. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Signature of an MQTT message; see contract/mqtt. */
export function signatureOf(keyHash: Buffer, topic: string, body: Uint8Array): string {
  return createHmac('sha256', keyHash).update(`${topic}\n`).update(body).digest('base64url')
}

export function isSignature(signature: string, keyHash: Buffer, topic: string, body: Uint8Array): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(keyHash, topic, body))]
  return given.length === right.length && timingSafeEqual(given, right)
}
