import Type, { type Static } from 'typebox'
import { DayDate, Id, Instant, Nullable, object } from './common.ts'

/** Mean power over up to a year, downsampled: the minimum and maximum of every range are kept, so the peak is exact. */
export const PowerSeries = object({
  /** The requested station or device. */
  id: Id,
  timeZone: Type.String(),
  /** First and last local day. */
  from: DayDate,
  to: DayDate,
  /** Bin size before downsampling: 5 for a station and for one day of a device, otherwise 15. */
  binMinutes: Type.Integer(),
  /** Number of bins up to now, and of bins with data. */
  bins: Type.Integer(),
  knownBins: Type.Integer(),
  /**
   * Starts of the kept bins, epoch ms, ascending. Days with 15-minute means also contain their highest 5-minute bins.
   */
  at: Type.Array(Type.Integer()),
  /** W; null: start of a gap. */
  powerW: Type.Array(Nullable(Type.Number())),
})
export type PowerSeries = Static<typeof PowerSeries>

/** Parameters of one device over local days, as means of equal bins from `from` on; null: no frame in the bin. */
export const DeviceCurves = object({
  deviceId: Id,
  timeZone: Type.String(),
  from: Instant,
  to: Instant,
  binMinutes: Type.Integer(),
  /** The local days, for shading the night; null: the sun does not rise or set that day. */
  days: Type.Optional(
    Type.Array(object({ from: Instant, to: Instant, sunrise: Nullable(Instant), sunset: Nullable(Instant) })),
  ),
  curves: Type.Array(object({ parameter: Type.String(), values: Type.Array(Nullable(Type.Number())) })),
})
export type DeviceCurves = Static<typeof DeviceCurves>

/**
 * Parameters of one device by local day: mean, minimum and maximum of each; null: no frame of that day contains the
 * value.
 */
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
