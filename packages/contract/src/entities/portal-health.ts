import Type, { type Static } from 'typebox'
import { healthCauses, healthParts, healthStates } from '../health.ts'
import { object, oneOf } from './common.ts'

/** How one part of the portal is; `cause` names what is said of it and what to do, `figures` stand in that text. */
export const PartHealth = object({
  part: oneOf(healthParts),
  state: oneOf(healthStates),
  cause: oneOf(healthCauses),
  figures: Type.Record(Type.String(), Type.Number()),
})
export type PartHealth = Static<typeof PartHealth>
