import Type, { type Static } from 'typebox'
import { Id, Instant, object, oneOf } from './common.ts'

export const bulletinKinds = ['news', 'download'] as const

export const BulletinInput = object({
  kind: oneOf(bulletinKinds),
  /** Locale that it is written in. */
  locale: Type.String({ pattern: '^[a-z]{2}-[A-Z]{2}$' }),
  title: Type.String({ minLength: 1, maxLength: 160 }),
  body: Type.String({ maxLength: 20_000 }),
  /** For downloads: where the file lies; https only. */
  url: Type.String({ maxLength: 300, pattern: '^$|^https://[^\\s]+$' }),
})
export type BulletinInput = Static<typeof BulletinInput>

export const Bulletin = object({ ...BulletinInput.properties, id: Id, publishedAt: Instant })
export type Bulletin = Static<typeof Bulletin>
