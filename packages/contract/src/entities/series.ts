import Type, { type Static } from 'typebox'
import { DayDate, Id, Instant, Nullable, object } from './common.ts'

/** Mean power over a stretch of up to a year, thinned: the lowest and the highest of every range are kept, so its peak is true. */
export const PowerSeries = object({
  /** Station or device that was asked for. */
  id: Id,
  timeZone: Type.String(),
  /** First and last local day. */
  from: DayDate,
  to: DayDate,
  /** Grid before thinning: 5 for a station and for one day of a device, else 15. */
  binMinutes: Type.Integer(),
  /** Bins of the grid up to now, and those of them that hold data. */
  bins: Type.Integer(),
  knownBins: Type.Integer(),
  /**
   * Starts of the kept bins, epoch ms, ascending. Of days of which there are 15-minute means the highest 5 minutes stand
   * among them.
   */
  at: Type.Array(Type.Integer()),
  /** W; null: a gap begins. */
  powerW: Type.Array(Nullable(Type.Number())),
})
export type PowerSeries = Static<typeof PowerSeries>

/** Parameters of one device over local days, as means of equal bins from `from` on; null: no frame in it. */
export const DeviceCurves = object({
  deviceId: Id,
  timeZone: Type.String(),
  from: Instant,
  to: Instant,
  binMinutes: Type.Integer(),
  /** The local days, for the shade of the night; null: the sun does not rise or set that day. */
  days: Type.Optional(
    Type.Array(object({ from: Instant, to: Instant, sunrise: Nullable(Instant), sunset: Nullable(Instant) })),
  ),
  curves: Type.Array(object({ parameter: Type.String(), values: Type.Array(Nullable(Type.Number())) })),
})
export type DeviceCurves = Static<typeof DeviceCurves>

/** Parameters of one device by local days: mean, lowest and highest of each; null: no frame of that day says it. */
export const DeviceDayValues = object({
  deviceId: Id,
  timeZone: Type.String(),
  /** First and last local day. */
  from: DayDate,
  to: DayDate,
  parameters: Type.Array(
    object({
      parameter: Type.String(),
      means: Type.Array(Nullable(Type.Number())),
      lows: Type.Array(Nullable(Type.Number())),
      highs: Type.Array(Nullable(Type.Number())),
    }),
  ),
})
export type DeviceDayValues = Static<typeof DeviceDayValues>
