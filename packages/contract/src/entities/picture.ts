import Type, { type Static } from 'typebox'
import { Id, object } from './common.ts'

/** A stored picture, re-encoded from the upload; its file is GET /pictures/:pictureId. */
export const Picture = object({ id: Id, width: Type.Integer(), height: Type.Integer() })
export type Picture = Static<typeof Picture>
