import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Credentials {
  owner: { userName: string; password: string }
  operator: { userName: string; password: string }
}

/** Letters and digits that nobody mistakes for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** 16 of 54 characters: 92 bits. */
function randomPassword(pick: (max: number) => number): string {
  return Array.from({ length: 16 }, () => alphabet[pick(alphabet.length)]).join('')
}

/** The accounts of this data folder, made once with random passwords; readable by its owner alone. */
export function credentialsIn(folder: string, pick: (max: number) => number = randomInt): Credentials {
  const path = join(folder, 'credentials.json')
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Credentials
  const made: Credentials = {
    owner: { userName: 'owner', password: randomPassword(pick) },
    operator: { userName: 'operator', password: randomPassword(pick) },
  }
  writeFileSync(path, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  return made
}
