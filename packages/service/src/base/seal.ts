import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const ivLength = 12
const tagLength = 16

/**
 * AES-256-GCM: nonce, tag, text. `unseal` needs the same `context`, so that a sealed text is valid in one place only.
 */
export function seal(key: Buffer, context: string, text: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** @throws if the key or the context differs, or the sealed text was changed */
export function unseal(key: Buffer, context: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength))
  decipher.setAAD(boundTo(context)).setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8')
}

/** Additional authenticated data. */
const boundTo = (context: string): Buffer => Buffer.from(context)

/** Keyed hash of a short code: without the key it cannot be brute-forced. */
export function keyedHash(key: Buffer, ...parts: string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}
