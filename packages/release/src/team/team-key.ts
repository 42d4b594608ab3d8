import type { ReleasableName } from '@helioport/contract'
import type { Layout } from '../store/layout.ts'
import { readJson } from '../store/layout.ts'
import { join } from 'node:path'

/** What a team may do with a part; `prefix`: take an address that its part did not have; `develop`: see it from source. */
export const teamActions = ['upload', 'point', 'canary', 'rollback', 'halt', 'prefix', 'develop'] as const
export type TeamAction = (typeof teamActions)[number]

/** A public key of a team; a rotation leaves the one before it valid for a while. */
export interface PublicKey {
  keyId: string
  /** Ed25519, base64url. */
  publicKey: string
  /** ISO instant; null: until it is rotated or revoked. */
  notAfter: string | null
}

/** How somebody proves to be a key of the list: with a private key, or with a token of the CI's own issuer. */
export type Proof =
  | { kind: 'key'; keys: PublicKey[] }
  | { kind: 'oidc'; issuer: string; claims: Readonly<Record<string, string>> }

export interface TeamKey {
  /** In the audit log; one of its kind. */
  name: string
  team: string
  /** Who has it in hand; two persons are two holders. */
  holder: string
  parts: ReleasableName[]
  actions: TeamAction[]
  proof: Proof
  createdAt: string
  revokedAt: string | null
}

/** `keys/teams.json`: it holds no secret. */
export interface Teams {
  schema: 1
  keys: TeamKey[]
  /** Actions of a part that two holders must ask for. */
  twoPersons: Record<string, TeamAction[]>
}

export const teamsFile = (layout: Layout): string => join(layout.keys, 'teams.json')

export const readTeams = async (layout: Layout): Promise<Teams> =>
  (await readJson<Teams>(teamsFile(layout))) ?? { schema: 1, keys: [], twoPersons: {} }

/** Whether a key may do something with a part. */
export const mayDo = ({ parts, actions }: TeamKey, part: ReleasableName, action: TeamAction): boolean =>
  parts.includes(part) && actions.includes(action)

/** The key is not for that. */
export class NotAllowed extends Error {}
