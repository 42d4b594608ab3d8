import { offlineAfterIntervals, uploadIntervalMs } from '@helioport/contract'

const minuteMs = 60_000
/** The slowest loggers send once an hour; longer steps (with some tolerance) are silences. */
export const longestIntervalMs = 75 * minuteMs
/** Number of steps around a frame that determine its interval. */
const window = 9
/** Fewer steps do not show an interval. */
const fewestSteps = 4
/** Relative difference within which steps are alike. */
const tolerance = 0.25
/** Frames are regular where this share of the steps around lies within this tolerance of the interval. */
const regularShare = 2 / 3
const regularTolerance = 0.1
/** Among regular frames, a step of so many intervals lacks a frame. */
const missingAfter = 1.5

/** How long one frame of a stream holds; ms from its instant on. */
export interface FrameHold {
  /** The interval of the frames around it. */
  intervalMs: number
  /** Its values hold up to the next frame, or for one interval where frames are missing. */
  heldMs: number
  /** The same, but single missing frames are bridged: up to the next frame unless there is a gap (`longestStepMs`). */
  bridgedMs: number
}

/** Frames further apart than this have a gap of unknown data between them. */
export function longestStepMs(intervalMs: number): number {
  return Math.max(offlineAfterIntervals * intervalMs, uploadIntervalMs)
}

/** The interval (ms) of frames at these instants (epoch ms, ascending); 5 minutes where there are too few. */
export function usualInterval(instants: readonly number[]): number {
  return stepsOf(instants).length < fewestSteps ? uploadIntervalMs : lowerQuartile(stepsOf(instants))
}

/**
 * How long each frame of a stream holds. The interval is found from the frames themselves: the lower quartile of the
 * steps around each frame, so that missing frames and silences do not lengthen it. Three alike steps in a row are an
 * interval, too, so that a logger may change its interval within the day. `usualMs`: interval where there are too few
 * frames.
 *
 * Among regular frames, a longer step lacks a frame. Among irregular frames, each holds until the next one, and a gap
 * is judged by the median step, because short steps cluster by chance.
 */
export function frameHolds(instants: readonly number[], usualMs: number): FrameHold[] {
  const steps = stepsOf(instants)
  return instants.map((_, index) => {
    const step = steps[index] ?? Infinity
    if (isOneOfThree(steps, index)) return { intervalMs: step, heldMs: step, bridgedMs: step }
    const start = Math.max(0, Math.min(index - (window >> 1), steps.length - window))
    const around = steps.slice(start, start + window)
    const isKnown = steps.length >= fewestSteps
    const intervalMs = isKnown ? lowerQuartile(around) : usualMs
    const alike = around.filter((other) => areAlike(other, intervalMs, regularTolerance)).length
    const isRegular = !isKnown || alike >= regularShare * around.length
    const isBridged = step <= longestStepMs(isRegular ? intervalMs : middle(around))
    const isNext = isBridged && (!isRegular || step <= missingAfter * intervalMs)
    return { intervalMs, heldMs: isNext ? step : intervalMs, bridgedMs: isBridged ? step : intervalMs }
  })
}

/** The interval that a stream of frames had at an instant. */
export class StreamIntervals {
  readonly #instants: readonly number[]
  readonly #holds: readonly FrameHold[]
  readonly #usualMs: number

  /** `former`: instants of frames before `instants`, used for the interval only. */
  constructor(former: readonly number[], instants: readonly number[]) {
    this.#instants = [...former, ...instants]
    this.#usualMs = usualInterval(this.#instants)
    this.#holds = frameHolds(this.#instants, this.#usualMs)
  }

  /** Interval over the whole stream, ms. */
  get usualMs(): number {
    return this.#usualMs
  }

  /** Interval of the newest frame, ms. */
  get lastMs(): number {
    return this.#holds.at(-1)?.intervalMs ?? this.#usualMs
  }

  /** Interval of the frame at `instant`, or of the last one before it, ms. */
  at(instant: number): number {
    let [low, high] = [0, this.#instants.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#instants[middle] ?? Infinity) <= instant) low = middle + 1
      else high = middle
    }
    return this.#holds[Math.max(0, low - 1)]?.intervalMs ?? this.#usualMs
  }
}

function stepsOf(instants: readonly number[]): number[] {
  return instants.slice(1).map((at, index) => at - (instants[index] ?? at))
}

/** Whether the step is one of three alike steps in a row. */
function isOneOfThree(steps: readonly number[], index: number): boolean {
  const step = steps[index] ?? Infinity
  if (step > longestIntervalMs) return false
  const like = (at: number) => areAlike(steps[at] ?? 0, step)
  return (
    (like(index - 1) && like(index + 1)) || (like(index + 1) && like(index + 2)) || (like(index - 1) && like(index - 2))
  )
}

const areAlike = (a: number, b: number, within = tolerance) => Math.abs(a - b) <= within * Math.min(a, b)

const lowerQuartile = (steps: readonly number[]) => quantile(steps, 1 / 4)
const middle = (steps: readonly number[]) => quantile(steps, 1 / 2)

function quantile(steps: readonly number[], share: number): number {
  const sorted = steps.toSorted((a, b) => a - b)
  return Math.min(longestIntervalMs, sorted[Math.floor((sorted.length - 1) * share)] ?? uploadIntervalMs)
}
