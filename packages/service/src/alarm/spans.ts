import { uploadIntervalMs } from '@helioport/contract'
import { usualInterval } from '../figure/interval.ts'
import type { Span } from './queries/frames.ts'

/** The same code within this many intervals of the device (at least ten minutes) belongs to the former episode. */
const joinIntervals = 2
export const joinMs = (intervalMs: number) => joinIntervals * Math.max(intervalMs, uploadIntervalMs)

/** Usual interval of these frames, ms. */
export const intervalOf = (frames: readonly { at: number }[]) => usualInterval(frames.map(({ at }) => at))

/**
 * Spans in frames sorted by time: raised by two set frames in a row (from the first of them on), cleared by two unset
 * ones. Two frames further apart than `pauseMs` are not "in a row". `begun`: the episode before the first frame.
 */
export function spansIn<F extends { at: number }>(
  frames: readonly F[],
  isSet: (frame: F) => boolean,
  begun: Span | undefined,
  joinWithin: number,
  pauseMs = Infinity,
): Span[] {
  const spans: Span[] = begun ? [{ raisedAt: begun.raisedAt, clearedAt: begun.clearedAt }] : []
  let open: Span | null = spans[0]?.clearedAt === null ? spans[0] : null
  let former: F | null = null
  for (const frame of frames) {
    if (former && frame.at - former.at <= pauseMs && isSet(frame) === isSet(former)) {
      if (isSet(frame) && !open) {
        const last = spans.at(-1)
        if (last?.clearedAt != null && former.at - last.clearedAt <= joinWithin) open = last
        else spans.push((open = { raisedAt: former.at, clearedAt: null }))
        open.clearedAt = null
      } else if (!isSet(frame) && open) {
        open.clearedAt = former.at
        open = null
      }
    }
    former = frame
  }
  return spans
}
