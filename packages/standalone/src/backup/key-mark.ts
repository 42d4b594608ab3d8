import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Says whether two keys are the same, and nothing of them: what seals lies in the database opens with that one alone. */
export function keyMarkOf(environment: NodeJS.ProcessEnv, service: string): string | null {
  const file = join(service, 'secret-key')
  const key = environment['SECRET_KEY'] || (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)
  return key === undefined ? null : createHash('sha256').update(`key mark ${key}`).digest('hex').slice(0, 16)
}
