import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Fingerprint of the key that encrypts values in the database: shows whether two keys are equal without revealing them.
 */
export function keyMarkOf(environment: NodeJS.ProcessEnv, service: string): string | null {
  const file = join(service, 'secret-key')
  const key = environment['SECRET_KEY'] || (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)
  return key === undefined ? null : createHash('sha256').update(`key mark ${key}`).digest('hex').slice(0, 16)
}
