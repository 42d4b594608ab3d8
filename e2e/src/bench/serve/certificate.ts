import { createHash, X509Certificate } from 'node:crypto'
import { ownCertificate } from '@helioport/service/testing/certificate'

export interface Certificate {
  cert: string
  key: string
  /** SHA-256 of its public key, base64, with which a browser is told to trust it. */
  hash: string
}

/** A self-signed certificate for `localhost`. */
export function certificate(): Certificate {
  const { cert, key } = ownCertificate(['localhost'], Date.now())
  const { publicKey } = new X509Certificate(cert)
  const hash = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
  return { cert, key, hash }
}
