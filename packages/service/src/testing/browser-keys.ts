import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import type { PushDeviceInput } from '@helioport/contract'

/** A browser's push subscription, and the decryption of its messages. */
export interface BrowserKeys {
  subscription: PushDeviceInput
  /** @throws if the message is not for this browser, or was altered */
  decrypt: (body: Buffer) => string
}

export function makeBrowserKeys(endpoint: string): BrowserKeys {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: { endpoint, p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decrypt: (body) => {
      const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)]
      const sender = body.subarray(21, 21 + idLength)
      const record = body.subarray(21 + idLength)
      // RFC 8291, 3.4, and RFC 8188, 2.2 and 2.3, with one record.
      const shared = expand(
        hmac(auth, pair.computeSecret(sender)),
        Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]),
        32,
      )
      const secret = hmac(salt, shared)
      const key = expand(secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = expand(secret, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
    },
  }
}

const hmac = (key: Buffer, text: Buffer) => createHmac('sha256', key).update(text).digest()
const expand = (key: Buffer, info: Buffer, length: number) =>
  hmac(key, Buffer.concat([info, Buffer.from([1])])).subarray(0, length)

/** A valid subscription. */
export const goodSubscription = (endpoint: string) => makeBrowserKeys(endpoint).subscription

/** Claims in the portal's signature of a push (RFC 8292); null: not signed by that key. */
export function readVapid(authorization: string, publicKey: string): Record<string, unknown> | null {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned || key !== publicKey) return null
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
}
