import { generateKeyPairSync, sign } from 'node:crypto'

/** One DER value: tag, length and content. */
const value = (kind: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const [high, low] = [body.length >> 8, body.length & 0xff]
  // The shortest encoding of the length: browsers refuse longer ones.
  const size = body.length < 128 ? [low] : high === 0 ? [0x81, low] : [0x82, high, low]
  return Buffer.concat([Buffer.from([kind, ...size]), body])
}
const list = (...parts: Buffer[]) => value(0x30, ...parts)
const hex = (text: string) => Buffer.from(text, 'hex')
const ecdsaWithSha256 = list(value(0x06, hex('2a8648ce3d040302')))
const nameOf = (text: string) => list(value(0x31, list(value(0x06, hex('550403')), value(0x0c, Buffer.from(text)))))
/** UTCTime with a two-digit year, as required until 2049. */
const timeOf = (at: number) =>
  value(
    0x17,
    Buffer.from(
      new Date(at)
        .toISOString()
        .slice(2)
        .replace(/[-:T]|\.\d+/g, ''),
    ),
  )
const pem = (der: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`

const day = 86_400_000

/** A self-signed certificate for these names, valid today, PEM; clients trust it only if they are told to. */
export function ownCertificate(
  hosts: readonly string[],
  now: number,
  { from, to } = { from: now - day, to: now + day },
): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const names = list(...hosts.map((host) => value(0x82, Buffer.from(host))))
  const extensions = list(
    list(value(0x06, hex('551d11')), value(0x04, names)),
    list(value(0x06, hex('551d13')), value(0x01, hex('ff')), value(0x04, list(value(0x01, hex('ff'))))),
  )
  const own = nameOf('helioport test')
  const told = list(
    value(0xa0, value(0x02, hex('02'))),
    value(0x02, hex('01')),
    ecdsaWithSha256,
    own,
    list(timeOf(from), timeOf(to)),
    own,
    publicKey.export({ type: 'spki', format: 'der' }),
    value(0xa3, extensions),
  )
  const signature = value(0x03, hex('00'), sign('sha256', told, privateKey))
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { cert: pem(list(told, ecdsaWithSha256, signature)), key }
}
