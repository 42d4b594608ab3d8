import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { Refusal } from '../operate/refusal.ts'

/**
 * Backups are encrypted in the age format (https://age-encryption.org), so they can be opened without this program:
 * `age -d key.age > key` asks for the passphrase, `age -d -i key FILE.age` opens a file. Each backup has its own key,
 * so the slow derivation from the passphrase runs once.
 */
export interface Seal {
  /** Content of the backup's `key.age`. */
  keyFile: Uint8Array
  seal: (source: Readable) => Promise<Readable>
}

export type Open = (source: Readable) => Promise<Readable>

const fromWeb = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream)
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>

/** The passphrase is the first line of the file. @throws Refusal if it is too short */
export function readPassphrase(file: string): string {
  const passphrase = (readFileSync(file, 'utf8').split('\n')[0] ?? '').trim()
  if (passphrase.length >= 8) return passphrase
  throw new Refusal(
    `the first line of ${file} is no passphrase of at least 8 signs`,
    `openssl rand -base64 24 > ${file}`,
  )
}

/** @param workFactor scrypt cost of the passphrase: 2 to this power */
export async function makeSeal(passphrase: string, workFactor = 17): Promise<Seal> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const forKey = new Encrypter()
  forKey.setPassphrase(passphrase)
  forKey.setScryptWorkFactor(workFactor)
  return {
    keyFile: await forKey.encrypt(`${identity}\n`),
    seal: async (source) => {
      const encrypter = new Encrypter()
      encrypter.addRecipient(recipient)
      return fromWeb(await encrypter.encrypt(toWeb(source)))
    },
  }
}

/** @throws Refusal for a wrong passphrase */
export async function openSeal(passphrase: string, keyFile: Uint8Array): Promise<Open> {
  const forKey = new Decrypter()
  forKey.addPassphrase(passphrase)
  const identity = await forKey.decrypt(keyFile, 'text').catch((cause: unknown) => {
    throw new Refusal('the passphrase does not open this backup', 'npm run helioport -- restore --passphrase-file FILE', { cause }) // prettier-ignore
  })
  return async (source) => {
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity.trim())
    return fromWeb(await decrypter.decrypt(toWeb(source)))
  }
}
