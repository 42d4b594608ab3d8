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

/** For whoever helps from elsewhere: how the portal is, without secrets and without what names people. */
export const SupportFile = object({
  madeAt: Type.Number(),
  /** `portal`: the commit, where it is known. */
  versions: object({
    portal: Type.Union([Type.String(), Type.Null()]),
    node: Type.String(),
    database: Type.String(),
    migration: Type.String(),
  }),
  machine: object({
    system: Type.String(),
    processors: Type.Number(),
    memoryBytes: Type.Number(),
    freeMemoryBytes: Type.Number(),
    uptimeS: Type.Number(),
    serviceUptimeS: Type.Number(),
  }),
  /** As they took effect; null: not set. */
  settings: Type.Array(object({ name: Type.String(), value: Type.Union([Type.String(), Type.Null()]) })),
  health: Type.Array(PartHealth),
  /** The largest first; rows as the planner believes them, -1: not counted yet. */
  tables: Type.Array(object({ name: Type.String(), rows: Type.Number(), bytes: Type.Number() })),
  /** What browsers are told; null: that cannot be read from here. */
  releases: Type.Union([Type.Array(object({ name: Type.String(), release: Type.String() })), Type.Null()]),
  /** The last lines of each; none where they lie elsewhere. */
  logs: Type.Array(object({ name: Type.String(), lines: Type.Array(Type.String()) })),
})
export type SupportFile = Static<typeof SupportFile>
