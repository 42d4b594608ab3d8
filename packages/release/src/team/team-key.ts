import type { ReleasableName } from '@helioport/contract'
import type { Layout } from '../store/layout.ts'
import { readJson } from '../store/layout.ts'
import { join } from 'node:path'

/** A team's rights to a part; `prefix`: add an address to it; `develop`: load it from source. */
export const teamActions = ['upload', 'point', 'canary', 'rollback', 'halt', 'prefix', 'develop'] as const
export type TeamAction = (typeof teamActions)[number]

/** A public key of a team; after a rotation the former one stays valid for a while. */
export interface PublicKey {
  keyId: string
  /** Ed25519, base64url. */
  publicKey: string
  /** ISO instant; null: until it is rotated or revoked. */
  notAfter: string | null
}

/** How a caller proves a key of the list: by its private key, or by a token of the CI's issuer. */
export type Proof =
  | { kind: 'key'; keys: PublicKey[] }
  | { kind: 'oidc'; issuer: string; claims: Readonly<Record<string, string>> }

export interface TeamKey {
  /** Unique; the name in the audit log. */
  name: string
  team: string
  /** Person or CI that holds the key; two persons are two holders. */
  holder: string
  parts: ReleasableName[]
  actions: TeamAction[]
  proof: Proof
  createdAt: string
  revokedAt: string | null
}

/** `keys/teams.json`: contains no secret. */
export interface Teams {
  schema: 1
  keys: TeamKey[]
  /** Actions by part that need two holders. */
  twoPersons: Record<string, TeamAction[]>
}

export const teamsFile = (layout: Layout): string => join(layout.keys, 'teams.json')

export const readTeams = async (layout: Layout): Promise<Teams> =>
  (await readJson<Teams>(teamsFile(layout))) ?? { schema: 1, keys: [], twoPersons: {} }

/** Whether a key has the right to an action on a part. */
export const mayDo = ({ parts, actions }: TeamKey, part: ReleasableName, action: TeamAction): boolean =>
  parts.includes(part) && actions.includes(action)

/** The key lacks the right. */
export class NotAllowed extends Error {}
