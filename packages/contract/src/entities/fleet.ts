import Type, { type Static } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import { savedFilterRules, savedLists, tagKinds, tagRules } from '../fleet-rules.ts'
import { Id, Nullable, object, oneOf } from './common.ts'

export const StationTagInput = object({ kind: oneOf(tagKinds), name: Type.String(tagRules.name) })
export type StationTagInput = Static<typeof StationTagInput>

/** A group or tag that an account gives to several of its own stations. */
export const StationTag = object({
  id: Id,
  ...StationTagInput.properties,
  /** Number of stations with it. */
  stations: Type.Integer(),
})
export type StationTag = Static<typeof StationTag>

/** Result for one station of a bulk request; null: success. */
export const RowResult = object({ stationId: Id, errorCode: Nullable(Type.Unsafe<ErrorCode>(Type.String())) })
export type RowResult = Static<typeof RowResult>

export const SavedFilterInput = object({
  list: oneOf(savedLists),
  name: Type.String(savedFilterRules.name),
  query: Type.String(savedFilterRules.query),
})
export type SavedFilterInput = Static<typeof SavedFilterInput>

export const SavedFilter = object({ id: Id, ...SavedFilterInput.properties })
export type SavedFilter = Static<typeof SavedFilter>
