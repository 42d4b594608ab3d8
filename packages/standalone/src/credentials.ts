import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Person {
  userName: string
  password: string
}

/** Accounts from the start; `installer` and `helper` are used by the show. */
const people = ['owner', 'operator', 'installer', 'helper'] as const
export type Credentials = Record<(typeof people)[number], Person>

/** Letters and digits that cannot be confused. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** 16 of 54 characters: 92 bits. */
function randomPassword(pick: (max: number) => number): string {
  return Array.from({ length: 16 }, () => alphabet[pick(alphabet.length)]).join('')
}

/** Accounts of this data folder, created once with random passwords; only its owner can read the file. */
export function credentialsIn(folder: string, pick: (max: number) => number = randomInt): Credentials {
  const path = join(folder, 'credentials.json')
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<Credentials>) : {}
  const missing = people.filter((name) => known[name] === undefined)
  const made = Object.fromEntries(missing.map((name) => [name, { userName: name, password: randomPassword(pick) }]))
  const all = { ...known, ...made } as Credentials
  if (missing.length > 0) writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 })
  return all
}
