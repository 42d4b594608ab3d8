import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { CreatedPasskey, PasskeyQuestion, UsedPasskey } from '@helioport/contract'
import { isoCBOR } from '@simplewebauthn/server/helpers'

interface Making {
  challenge: string
  origin: string
  domain: string
  /** Attestation by its maker; default: none. */
  attestation?: { format: string; statement: Map<string, unknown> }
}

interface Using extends Pick<PasskeyQuestion, 'challenge' | 'domain'> {
  origin: string
  /** Whether it verified the user (fingerprint, PIN …). Default: true. */
  isVerified?: boolean
  userHandle?: string | null
}

const userPresent = 0x01
const userVerified = 0x04
const holdsCredential = 0x40

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')

const clientData = (type: 'create' | 'get', { challenge, origin }: { challenge: string; origin: string }) =>
  JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false })

/** An authenticator with one ES256 key, and the browser's part of the ceremonies. */
export function makeAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  /** RFC 9052: an EC2 key on P-256 that signs by ES256. */
  const coseKey = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  const state = { counter: 0 }
  const dataOf = (domain: string, flags: number) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(state.counter)
    return Buffer.concat([sha256(domain), Buffer.from([flags]), counter])
  }
  return {
    /** Signature counter; set it back to simulate a cloned key. */
    state,
    publicKey: Buffer.from(isoCBOR.encode(coseKey)),
    credentialId,
    create: ({ challenge, origin, domain, attestation }: Making): CreatedPasskey => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const authData = Buffer.concat([
        dataOf(domain, userPresent | userVerified | holdsCredential),
        Buffer.alloc(16),
        length,
        credentialId,
        isoCBOR.encode(coseKey),
      ])
      const { format, statement } = attestation ?? { format: 'none', statement: new Map<string, unknown>() }
      const object = new Map<string, unknown>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        credentialId: base64url(credentialId),
        clientData: base64url(clientData('create', { challenge, origin })),
        attestation: base64url(isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0])),
        transports: ['internal'],
      }
    },
    use: ({ challenge, origin, domain, isVerified = true, userHandle = null }: Using): UsedPasskey => {
      state.counter += 1
      const data = dataOf(domain, userPresent | (isVerified ? userVerified : 0))
      const client = clientData('get', { challenge, origin })
      return {
        credentialId: base64url(credentialId),
        clientData: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle,
      }
    },
  }
}
