import { createHash } from 'node:crypto'
import { Ajv } from 'ajv'
import { compactVerify, importJWK } from 'jose'
import { readable } from '../store/readable.ts'
import type { Identity } from '../team/identity.ts'
import { maxUploadBytes } from './archive.ts'

/** A CI's signed statement about the archive that it sends. */
export interface Statement {
  part: string
  /** `<version>-<hash>`, as in the build. */
  release: string
  /** SHA-256 of the archive in hex, and its size. */
  sha256: string
  bytes: number
  source: {
    /** Address of the repository; null if it is unknown. */
    repository: string | null
    commit: string | null
    subject: string | null
    /** Source files that are not in that commit; null if they are unknown. */
    dirty: string[] | null
    /** The last commits, newest first. */
    recent?: { commit: string; subject: string }[]
  }
  /** SHA-256 in hex of the lockfile. */
  lockfile: string
  /** ISO instant. */
  builtAt: string
}

const text = (maxLength: number) => ({ type: ['string', 'null'], maxLength })
const hex = { type: 'string', pattern: '^[0-9a-f]{64}$' }
const commit = {
  type: 'object',
  additionalProperties: false,
  required: ['commit', 'subject'],
  properties: {
    commit: { type: 'string', pattern: '^[0-9a-f]{40,64}$' },
    subject: { type: 'string', maxLength: 300 },
  },
}
const isStatement = new Ajv({ allowUnionTypes: true }).compile<Statement>({
  type: 'object',
  additionalProperties: false,
  required: ['part', 'release', 'sha256', 'bytes', 'source', 'lockfile', 'builtAt'],
  properties: {
    part: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,39}$' },
    release: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+-[0-9a-f]{12}$' },
    sha256: hex,
    bytes: { type: 'integer', minimum: 1, maximum: maxUploadBytes },
    source: {
      type: 'object',
      additionalProperties: false,
      required: ['repository', 'commit', 'subject', 'dirty'],
      properties: {
        repository: text(300),
        commit: { type: ['string', 'null'], pattern: '^[0-9a-f]{40,64}$' },
        subject: text(300),
        dirty: { type: ['array', 'null'], maxItems: 1_000, items: { type: 'string', maxLength: 300 } },
        recent: { type: 'array', maxItems: 40, items: commit },
      },
    },
    lockfile: hex,
    builtAt: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]{8,12}Z$' },
  },
})

/** The statement is invalid, or of another sender. */
export class BadStatement extends Error {}

/** The signed text; a CI's token has no key that could sign, so its statement is taken as it is. */
async function signedText(given: string, { signed }: Identity): Promise<string> {
  if (signed === undefined) return given
  try {
    const key = await importJWK({ kty: 'OKP', crv: 'Ed25519', x: signed.publicKey }, 'EdDSA')
    return Buffer.from((await compactVerify(given, key, { algorithms: ['EdDSA'] })).payload).toString()
  } catch {
    throw new BadStatement('the statement is not signed with the key that sends it')
  }
}

/** The issuer vouches for the CI's commit and repository. @throws BadStatement where the statement names others */
function demandVouched({ source: { commit: stated, repository } }: Statement, claims: Identity['claims']): void {
  if (claims['sha'] !== stated) throw new BadStatement('the token is for another commit than the statement')
  // `org/station`, as GitHub and GitLab call it.
  const path = claims['repository'] ?? claims['project_path']
  const address = repository?.toLowerCase().replace(/(?:\.git)?\/*$/, '')
  if (address === undefined || typeof path !== 'string' || address === path.toLowerCase()) return
  if (!['/', ':'].some((before) => address.endsWith(`${before}${path.toLowerCase()}`)))
    throw new BadStatement('the token is for another repository than the statement')
}

/** @throws BadStatement */
export async function readStatement(given: string, identity: Identity): Promise<Statement> {
  const body = await signedText(given, identity)
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new BadStatement('the statement is no JSON')
  }
  if (!isStatement(value)) throw new BadStatement('the statement does not fit')
  if (identity.signed === undefined) demandVouched(value, identity.claims)
  return { ...value, source: readableSource(value.source) }
}

const line = (text: string | null) => text && readable(text)
/** Makes repository, commits and files safe to show to operators: strangers chose these texts. */
const readableSource = ({
  repository,
  subject,
  dirty,
  recent,
  ...source
}: Statement['source']): Statement['source'] => ({
  ...source,
  repository: line(repository),
  subject: line(subject),
  dirty: dirty?.map(readable) ?? null,
  ...(recent && { recent: recent.map((one) => ({ ...one, subject: readable(one.subject) })) }),
})

/** The same archive of the same key always has the same id, so that an upload can be resumed. */
export const uploadIdOf = (name: string, { part, release, sha256 }: Statement): string =>
  createHash('sha256')
    .update(JSON.stringify([name, part, release, sha256]))
    .digest('hex')
    .slice(0, 32)
