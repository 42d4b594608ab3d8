import { createECDH, hkdfSync } from 'node:crypto'
import type { Settings } from '../base/service.ts'

export interface PushKeys {
  publicKey: string
  privateKey: string
}

/**
 * The portal's key pair (VAPID, RFC 8292), in base64url. It is derived from the service's key, so it is the same for
 * all instances and is in no database or backup. After a change of that key browsers must subscribe again; their sealed
 * subscriptions are unreadable then anyway.
 */
export function pushKeys({ key }: Pick<Settings, 'key'>): PushKeys {
  const pair = createECDH('prime256v1')
  for (let nth = 0; ; nth += 1) {
    const scalar = Buffer.from(hkdfSync('sha256', key, '', `helioport push key ${nth}`, 32))
    try {
      pair.setPrivateKey(scalar)
      const publicKey = pair.getPublicKey().toString('base64url')
      return { publicKey, privateKey: scalar.toString('base64url') }
    } catch {
      // One of 2^32 scalars exceeds the order of the curve.
    }
  }
}
