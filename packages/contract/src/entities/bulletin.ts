import Type, { type Static } from 'typebox'
import { bulletinFileTypes, maxFileName } from '../bulletin-files.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

export const bulletinKinds = ['news', 'download'] as const

/** File name without folder and with an allowed extension. */
export const BulletinFileName = Type.String({
  minLength: 4,
  maxLength: maxFileName,
  pattern: `^[^/\\\\<>:"|?*]+\\.(${Object.keys(bulletinFileTypes).join('|')})$`,
})

export const BulletinInput = object({
  kind: oneOf(bulletinKinds),
  /** Locale of its text. */
  locale: Type.String({ pattern: '^[a-z]{2}-[A-Z]{2}$' }),
  title: Type.String({ minLength: 1, maxLength: 160 }),
  body: Type.String({ maxLength: 20_000 }),
  /** For an external download: its https URL; otherwise empty. */
  url: Type.String({ maxLength: 300, pattern: '^$|^https://[^\\s]+$' }),
  /** Version of a download; absent: none. */
  version: Type.Optional(Type.String({ maxLength: 40 })),
})
export type BulletinInput = Static<typeof BulletinInput>

/** An uploaded file; it is GET /bulletins/:bulletinId/file. */
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
  /** Null: no file, or an external one at `url`. */
  file: Nullable(BulletinFile),
  /** Whether the calling account has not marked it as read. */
  unread: Type.Boolean(),
})
export type Bulletin = Static<typeof Bulletin>
