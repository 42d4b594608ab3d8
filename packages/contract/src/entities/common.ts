import Type, { type Static, type TSchema } from 'typebox'
import { ageStates, deviceStatuses, statusReasons } from '../telemetry.ts'

export const Id = Type.String({ format: 'uuid' })
export const Instant = Type.String({ format: 'date-time' })
export const DayDate = Type.String({ format: 'date' })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const oneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })
export const object = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/**
 * Drawn by the caller (`randomId`), for each request a new one: the same request under the same key is carried out once,
 * however often it comes. Another one under it is refused. Keys are the account's own and are known for seven days.
 */
export const RequestKey = Type.String({ pattern: '^[A-Za-z0-9-]{16,64}$' })

export const Status = oneOf(deviceStatuses)
export const StatusReason = oneOf(statusReasons)
export const AgeState = oneOf(ageStates)

/** Age of a datum, judged by the service's clock from the measurement time. */
export const DataAge = object({ state: AgeState, measuredAt: Nullable(Instant) })
export type DataAge = Static<typeof DataAge>

export const StatusCounts = object({
  normal: Type.Integer(),
  abnormal: Type.Integer(),
  standby: Type.Integer(),
  offline: Type.Integer(),
})
export type StatusCounts = Static<typeof StatusCounts>

/**
 * kWp that a figure is measured against: what was in operation, installed and not removed, whether or not it reported; of
 * a longer stretch the mean of its days. `reportedKwp`: of those the devices that reported in it at all.
 */
export const Capacity = object({ inOperationKwp: Type.Number(), reportedKwp: Type.Number() })
export type Capacity = Static<typeof Capacity>

/** Days whose figures are being worked out, after an import or a change: those of the stretch, and those that are done. */
export const Working = object({ doneDays: Type.Integer(), totalDays: Type.Integer() })
export type Working = Static<typeof Working>

/** Two figures that are never mixed. Money, CO2 and trees are those of what was measured here. */
export const Lifetime = object({
  /** What was generated before, as it was entered, and the counters of all devices, kWh. */
  sinceInstallationKwh: Nullable(Type.Number()),
  /** Sum of the days that were measured here, kWh, and the first of them; nulls: there is none. */
  measuredKwh: Nullable(Type.Number()),
  measuredSince: Nullable(DayDate),
})
export type Lifetime = Static<typeof Lifetime>
