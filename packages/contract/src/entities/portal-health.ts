import Type, { type Static } from 'typebox'
import { healthCauses, healthParts, healthStates } from '../health.ts'
import { object, oneOf } from './common.ts'

/**
 * Health of one part of the portal; `cause` selects the explanation and the advice, `figures` are values in that text.
 */
export const PartHealth = object({
  part: oneOf(healthParts),
  state: oneOf(healthStates),
  cause: oneOf(healthCauses),
  figures: Type.Record(Type.String(), Type.Number()),
})
export type PartHealth = Static<typeof PartHealth>

/** State of the portal for remote support, without secrets and without names of people. */
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
  /** Effective settings; null: not set. */
  settings: Type.Array(object({ name: Type.String(), value: Type.Union([Type.String(), Type.Null()]) })),
  health: Type.Array(PartHealth),
  /** Largest first; rows as estimated by the planner, -1: not counted yet. */
  tables: Type.Array(object({ name: Type.String(), rows: Type.Number(), bytes: Type.Number() })),
  /** Current releases of the index; null: the index cannot be read from here. */
  releases: Type.Union([Type.Array(object({ name: Type.String(), release: Type.String() })), Type.Null()]),
  /** Last lines of each log; empty if the logs are elsewhere. */
  logs: Type.Array(object({ name: Type.String(), lines: Type.Array(Type.String()) })),
})
export type SupportFile = Static<typeof SupportFile>
