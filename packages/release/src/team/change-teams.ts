import { createHash, generateKeyPairSync } from 'node:crypto'
import type { AuditEntry } from '../store/audit.ts'
import { type ChangeOptions, noteChange } from '../store/change.ts'
import { jsonText, type Layout } from '../store/layout.ts'
import { MoveRefused } from '../store/moves.ts'
import { type Proof, type PublicKey, readTeams, type TeamAction, type TeamKey, type Teams, teamsFile } from './team-key.ts' // prettier-ignore

/** The private part of a key, for its holder; shown once, not stored here. */
export interface PrivateKey {
  keyId: string
  /** Ed25519 as PKCS #8, PEM. */
  privateKey: string
}

export function newKeyPair(): PrivateKey & { publicKey: string } {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = pair.publicKey.export({ format: 'jwk' }).x ?? ''
  const keyId = `team-${createHash('sha256').update(publicKey).digest('hex').slice(0, 16)}`
  return { keyId, publicKey, privateKey: pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() }
}

/** Changes the list of keys, with a line in the audit log, atomically. `change` may throw MoveRefused. */
async function changing<T>(
  layout: Layout,
  action: AuditEntry['action'],
  about: (result: T) => string,
  options: ChangeOptions,
  now: Date,
  change: (teams: Teams) => { teams: Teams; result: T },
): Promise<T> {
  if (options.reason.trim() === '') throw new MoveRefused('a reason is required')
  let found: T | undefined
  await noteChange(layout, options, now, async () => {
    const { teams, result } = change(await readTeams(layout))
    found = result
    return { action, reason: `${options.reason.trim()} (${about(result)})`, write: new Map([[teamsFile(layout), jsonText(teams)]]) } // prettier-ignore
  })
  return found as T
}

const named = (teams: Teams, name: string): TeamKey => {
  const key = teams.keys.find((one) => one.name === name)
  if (key === undefined) throw new MoveRefused(`there is no key named ${name}`)
  return key
}

const replaced = (teams: Teams, key: TeamKey): Teams => ({
  ...teams,
  keys: teams.keys.map((one) => (one.name === key.name ? key : one)),
})

export type NewTeamKey = Pick<TeamKey, 'name' | 'team' | 'holder' | 'parts' | 'actions'>

const describe = ({ name, parts, actions }: NewTeamKey) => `${name}: ${actions.join(', ')} of ${parts.join(', ')}`

/** Adds a key with a new key pair, or one for tokens of an issuer. */
export async function addTeamKey(
  layout: Layout,
  fresh: NewTeamKey,
  trust: Extract<Proof, { kind: 'oidc' }> | undefined,
  options: ChangeOptions,
  now: Date,
): Promise<PrivateKey | undefined> {
  if (!/^[a-z][a-z0-9-]{1,39}$/.test(fresh.name))
    throw new MoveRefused(`"${fresh.name}" is no name of a key: station-ci`)
  if (fresh.parts.length === 0 || fresh.actions.length === 0) throw new MoveRefused('a key is for parts and actions')
  if (trust !== undefined && Object.keys(trust.claims).length === 0)
    throw new MoveRefused('say by which claims a token is known: --claim repository=owner/name')
  const pair = trust === undefined ? newKeyPair() : undefined
  const proof: Proof = trust ?? { kind: 'key', keys: [{ keyId: pair?.keyId ?? '', publicKey: pair?.publicKey ?? '', notAfter: null }] } // prettier-ignore
  return changing(
    layout,
    'key-add',
    () => describe(fresh),
    options,
    now,
    (teams) => {
      if (teams.keys.some(({ name }) => name === fresh.name))
        throw new MoveRefused(`there was a key named ${fresh.name} before`)
      const key: TeamKey = { ...fresh, proof, createdAt: now.toISOString(), revokedAt: null }
      const result = pair === undefined ? undefined : { keyId: pair.keyId, privateKey: pair.privateKey }
      return { teams: { ...teams, keys: [...teams.keys, key] }, result }
    },
  )
}

/** Makes a new pair for a key; the former pair stays valid for `overlapMs`. */
export function rotateTeamKey(
  layout: Layout,
  name: string,
  overlapMs: number,
  options: ChangeOptions,
  now: Date,
): Promise<PrivateKey> {
  const { keyId, publicKey, privateKey } = newKeyPair()
  return changing(
    layout,
    'key-rotate',
    () => name,
    options,
    now,
    (teams) => {
      const key = named(teams, name)
      if (key.proof.kind !== 'key') throw new MoveRefused(`${name} is known by its issuer, which rotates by itself`)
      if (key.revokedAt !== null) throw new MoveRefused(`${name} was revoked`)
      const until = new Date(now.getTime() + overlapMs).toISOString()
      const former = key.proof.keys
        .filter(({ notAfter }) => notAfter === null || Date.parse(notAfter) > now.getTime())
        .map((one): PublicKey => ({
          ...one,
          notAfter: one.notAfter !== null && one.notAfter < until ? one.notAfter : until,
        }))
      const proof: Proof = { kind: 'key', keys: [{ keyId, publicKey, notAfter: null }, ...former] }
      return { teams: replaced(teams, { ...key, proof }), result: { keyId, privateKey } }
    },
  )
}

/** Revokes the key at once. */
export function revokeTeamKey(layout: Layout, name: string, options: ChangeOptions, now: Date): Promise<void> {
  return changing(
    layout,
    'key-revoke',
    () => name,
    options,
    now,
    (teams) => {
      const key = named(teams, name)
      if (key.revokedAt !== null) throw new MoveRefused(`${name} was revoked at ${key.revokedAt}`)
      return { teams: replaced(teams, { ...key, revokedAt: now.toISOString() }), result: undefined }
    },
  )
}

/** Sets the actions of a part that need two holders; with none, one person is enough again. */
export function askForTwo(
  layout: Layout,
  part: string,
  actions: TeamAction[],
  options: ChangeOptions,
  now: Date,
): Promise<void> {
  const about = () => `${part}: ${actions.length === 0 ? 'one person' : `two persons for ${actions.join(', ')}`}`
  return changing(layout, 'two-persons', about, options, now, (teams) => ({
    teams: { ...teams, twoPersons: { ...teams.twoPersons, [part]: actions } },
    result: undefined,
  }))
}
