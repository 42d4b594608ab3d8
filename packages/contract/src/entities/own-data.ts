import Type, { type Static } from 'typebox'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

export const accountCopyStates = ['queued', 'running', 'done', 'failed'] as const

/** A copy of everything that the portal holds of an account, as one ZIP file. */
export const AccountCopy = object({
  id: Id,
  state: oneOf(accountCopyStates),
  /** Files in it so far, and bytes of all. */
  files: Type.Integer(),
  bytes: Type.Integer(),
  createdAt: Instant,
  finishedAt: Nullable(Instant),
  /** When the file is removed. */
  expiresAt: Instant,
  /** When it was last let out. */
  fetchedAt: Nullable(Instant),
})
export type AccountCopy = Static<typeof AccountCopy>

/** What a deletion of the account takes along, and when. */
export const AccountDeletion = object({
  /** Null: nobody asked for it. */
  askedAt: Nullable(Instant),
  /** From when it is carried out; until then it can be taken back. */
  dueAt: Nullable(Instant),
  stations: Type.Integer(),
  devices: Type.Integer(),
  loggers: Type.Integer(),
  subAccounts: Type.Integer(),
  /** Other accounts that lose stations which are shared with them. */
  sharedWith: Type.Integer(),
})
export type AccountDeletion = Static<typeof AccountDeletion>
