import { offlineAfterIntervals, uploadIntervalMs } from '@helioport/contract'

const minuteMs = 60_000
/** The slowest loggers send once an hour; steps that are longer (with some tolerance) are silences. */
export const longestIntervalMs = 75 * minuteMs
/** Steps around a frame that its interval is found from. */
const window = 9
/** From so few steps no interval can be told. */
const fewestSteps = 4
/** Steps that differ by this share of each other are alike. */
const tolerance = 0.25
/** Frames come regularly where so many of the steps around lie so close to the interval. */
const regularShare = 2 / 3
const regularTolerance = 0.1
/** A step of so many intervals lacks a frame where the frames are regular. */
const missingAfter = 1.5

/** What one frame of a stream stands for; ms from its instant on. */
export interface FrameHold {
  /** The interval in which frames come around it. */
  intervalMs: number
  /** So long its values hold: up to the next frame, for one interval where one or more are missing. */
  heldMs: number
  /** The same, but over single missing frames, too: up to the next frame unless a gap lies between (`longestStepMs`). */
  bridgedMs: number
}

/** Frames further apart than this have a gap between them: what was then is not known. */
export function longestStepMs(intervalMs: number): number {
  return Math.max(offlineAfterIntervals * intervalMs, uploadIntervalMs)
}

/** The interval (ms) of frames at these instants (epoch ms, ascending); 5 minutes where they are too few to tell. */
export function usualInterval(instants: readonly number[]): number {
  return stepsOf(instants).length < fewestSteps ? uploadIntervalMs : lowerQuartile(stepsOf(instants))
}

/**
 * What each frame of a stream stands for. The interval is found from the frames themselves: the lower quartile of the
 * steps around each, so that neither missing frames nor a silence make it longer; three steps that are alike in a row
 * are an interval, so that a logger may change its own within the day. `usualMs`: where the frames are too few to tell.
 *
 * While frames come regularly, a longer step lacks a frame; while they do not, each holds until the next one, and what is
 * too long for that is measured by the middle step: chance makes some stretches of short ones.
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

/** Answers which interval a stream of frames had at an instant. */
export class StreamIntervals {
  readonly #instants: readonly number[]
  readonly #holds: readonly FrameHold[]
  readonly #usualMs: number

  /** `former`: instants of frames from before `instants`, from which alone nothing else is told. */
  constructor(former: readonly number[], instants: readonly number[]) {
    this.#instants = [...former, ...instants]
    this.#usualMs = usualInterval(this.#instants)
    this.#holds = frameHolds(this.#instants, this.#usualMs)
  }

  /** Over the whole stream, ms. */
  get usualMs(): number {
    return this.#usualMs
  }

  /** Of the newest frame, ms. */
  get lastMs(): number {
    return this.#holds.at(-1)?.intervalMs ?? this.#usualMs
  }

  /** Of the frame at `instant`, else of the one before it, ms. */
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

/** The step is like two of its neighbours, with no other between them. */
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
