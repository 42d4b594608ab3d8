import Type, { type Static } from 'typebox'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

export const accountCopyStates = ['queued', 'running', 'done', 'failed'] as const

/** A copy of all data that the portal stores about an account, as one ZIP file. */
export const AccountCopy = object({
  id: Id,
  state: oneOf(accountCopyStates),
  /** Number of files so far, and total bytes. */
  files: Type.Integer(),
  bytes: Type.Integer(),
  createdAt: Instant,
  finishedAt: Nullable(Instant),
  /** When the file is removed. */
  expiresAt: Instant,
  /** Last download. */
  fetchedAt: Nullable(Instant),
})
export type AccountCopy = Static<typeof AccountCopy>

/** What a deletion of the account removes, and when. */
export const AccountDeletion = object({
  /** Null: no deletion was requested. */
  askedAt: Nullable(Instant),
  /** When the deletion is carried out; until then it can be cancelled. */
  dueAt: Nullable(Instant),
  stations: Type.Integer(),
  devices: Type.Integer(),
  loggers: Type.Integer(),
  subAccounts: Type.Integer(),
  /** Number of accounts that lose stations shared with them. */
  sharedWith: Type.Integer(),
})
export type AccountDeletion = Static<typeof AccountDeletion>
