import { createECDH, hkdfSync } from 'node:crypto'
import type { Settings } from '../base/service.ts'

export interface PushKeys {
  publicKey: string
  privateKey: string
}

/**
 * The portal's pair of keys (VAPID, RFC 8292), in base64url. It is derived from the service's own key, so that it is made
 * once with that, is the same for all instances, and lies in no database or backup. With another service key browsers
 * have to be asked again; what is sealed of them is lost by then anyway.
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
      // Of 2^32 numbers one is beyond the order of the curve.
    }
  }
}
