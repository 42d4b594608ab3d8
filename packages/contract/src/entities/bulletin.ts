import Type, { type Static } from 'typebox'
import { bulletinFileTypes, maxFileName } from '../bulletin-files.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

export const bulletinKinds = ['news', 'download'] as const

/** Name of a file: no folder, and one of the endings. */
export const BulletinFileName = Type.String({
  minLength: 4,
  maxLength: maxFileName,
  pattern: `^[^/\\\\<>:"|?*]+\\.(${Object.keys(bulletinFileTypes).join('|')})$`,
})

export const BulletinInput = object({
  kind: oneOf(bulletinKinds),
  /** Locale that it is written in. */
  locale: Type.String({ pattern: '^[a-z]{2}-[A-Z]{2}$' }),
  title: Type.String({ minLength: 1, maxLength: 160 }),
  body: Type.String({ maxLength: 20_000 }),
  /** Of a download that lies elsewhere: where; https only. */
  url: Type.String({ maxLength: 300, pattern: '^$|^https://[^\\s]+$' }),
  /** Of a download: which issue of it; absent: none is named. */
  version: Type.Optional(Type.String({ maxLength: 40 })),
})
export type BulletinInput = Static<typeof BulletinInput>

/** A file that was uploaded; it is GET /bulletins/:bulletinId/file. */
export const BulletinFile = object({
  name: Type.String(),
  type: Type.String(),
  bytes: Type.Integer(),
  /** SHA-256 of its bytes, hex. */
  sha256: Type.String(),
})
export type BulletinFile = Static<typeof BulletinFile>

export const Bulletin = object({
  ...BulletinInput.properties,
  version: Type.String(),
  id: Id,
  publishedAt: Instant,
  /** Null: there is none, or it lies at `url`. */
  file: Nullable(BulletinFile),
  /** The calling account has not marked it as read. */
  unread: Type.Boolean(),
})
export type Bulletin = Static<typeof Bulletin>
