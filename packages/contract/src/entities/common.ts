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
