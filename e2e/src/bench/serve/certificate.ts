import { createHash, X509Certificate } from 'node:crypto'
import { ownCertificate } from '@helioport/service/testing/certificate'

export interface Certificate {
  cert: string
  key: string
  /** By which a browser is told to trust it: SHA-256 of its public key, base64. */
  hash: string
}

/** For `localhost`, signed by nobody. */
export function certificate(): Certificate {
  const { cert, key } = ownCertificate(['localhost'], Date.now())
  const { publicKey } = new X509Certificate(cert)
  const hash = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
  return { cert, key, hash }
}
