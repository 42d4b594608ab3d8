import { longestIntervalMs } from '../../../figure/interval.ts'
import type { Evening } from '../../queries/roll-up.ts'
import { type CounterStep, possibleKwh, standsAtMostMs } from './counter-steps.ts'
import { agree, powerOf, registerOf, type WrongStretch } from './wrong-stretches.ts'

/** Below this share of rated power a counter may stand still without a fault. */
const idleShare = 0.01
export const isProducing = (powerW: number, ratedW: number) => powerW > idleShare * ratedW
/** A jump over a longer silence says nothing about single days. */
const longestMs = 36 * 3_600_000

interface OvernightBook {
  steps: readonly CounterStep[]
  /** Energy of each step's part of the day by power, kWh; null: not known. */
  powerKwh: readonly (number | null)[]
  ratedW: number
  day: { from: number; to: number }
  /** Whether the sun is up in a part of the day. */
  isLight: (from: number, to: number) => boolean
}

/** The steps at the end of the day in which the counter stands still, before the step that crosses it. */
export function standstillOverEnd(
  steps: readonly CounterStep[],
  day: { to: number },
): { first: number; last: number } | null {
  const crossing = steps.length - 1
  if ((steps[crossing]?.to ?? 0) < day.to) return null
  const last = stands(steps[crossing]) ? crossing : crossing - 1
  let first = last + 1
  while (stands(steps[first - 1])) first -= 1
  return first <= last ? { first, last } : null
}

const stands = (step: CounterStep | undefined) => step?.kind === 'ok' && step.kwh === 0

/**
 * The steps at the end of a day in which the counter stands still until after midnight, although power shows more
 * energy than the resolution of its register can hide. Their energy comes from power, whether or not the counter shows
 * it later.
 */
export function eveningStretch(book: OvernightBook): WrongStretch | null {
  const stand = standstillOverEnd(book.steps, book.day)
  const made = stand && madeWhileStanding(book, stand.first, stand.last, true)
  return made && { first: stand.first, ...made, kind: 'outlier' }
}

/**
 * Energy by power, kWh, of steps in which a counter stands still, up to the last step with production. Null: no more
 * than a counter can hide, or only at night, when the sun gives no power. `isForNight`: the counter stands still until
 * after midnight. Even a counter that is updated seldom would have moved by then, so a few minutes of production
 * suffice, if they have more than one frame.
 */
function madeWhileStanding(book: OvernightBook, first: number, end: number, isForNight: boolean) {
  const { steps, powerKwh, ratedW, day, isLight } = book
  // A counter that never moved on the day may have a register of whole kWh.
  const registerKwh = steps.some(({ kind, kwh }) => kind === 'ok' && kwh > 0) ? registerOf(steps) : wholeRegister(steps)
  const isMade = (nth: number) => {
    const from = Math.max(steps[nth]?.from ?? 0, day.from)
    const to = Math.min(steps[nth]?.to ?? 0, day.to)
    return isProducing(((powerKwh[nth] ?? 0) * 3_600_000_000) / (to - from), ratedW) && isLight(from, to)
  }
  let [kwh, sumUpTo, last] = [0, 0, -1]
  for (let nth = first; nth <= end; nth += 1) {
    kwh += powerKwh[nth] ?? 0
    if (isMade(nth)) [last, sumUpTo] = [nth, kwh]
  }
  const lit = Array.from({ length: last - first + 1 }, (_, nth) => first + nth).filter(isMade)
  const lastedMs = (steps[last]?.to ?? 0) - (steps[lit[0] ?? first]?.from ?? 0)
  const isShort = lastedMs <= standsAtMostMs
  if (last < 0 || (isShort && (!isForNight || lit.length < 2))) return null
  if (sumUpTo <= (isShort ? 3 : 1.25) * registerKwh) return null
  return { last, kwh: sumUpTo }
}

const wholeRegister = (steps: readonly CounterStep[]) => Math.max(1, steps.at(-1)?.registerKwh ?? 0)

/**
 * The step of the first rise of a counter that stood still at the beginning of the day; null: it did not stand still,
 * or never rises.
 */
export function firstRise(steps: readonly CounterStep[], day: { from: number }): number | null {
  if ((steps[0]?.from ?? Infinity) > day.from) return null
  const rise = steps.findIndex((step) => !stands(step))
  const step = steps[rise]
  return step && !step.isSwap && step.kwh > 0 ? rise : null
}

/**
 * Whether the first rise of a counter that stood still over midnight may contain energy of the evening before: the rise
 * is more than this step can have produced, by the frames at both of its ends.
 */
export function mayHoldEvening(
  steps: readonly CounterStep[],
  day: { from: number },
  frames: readonly { at: number; power_w: number | null }[],
): boolean {
  const step = steps[firstRise(steps, day) ?? -1]
  if (!step || step.to - step.from > longestMs) return false
  const ends = frames.filter(({ at }) => Math.round(at) === step.from || Math.round(at) === step.to)
  // The frames at the ends of a silence say nothing about it.
  const isShort = step.to - step.from <= longestIntervalMs
  const powerW = isShort ? Math.max(0, ...ends.map(({ power_w }) => power_w ?? 0)) : 0
  return step.kwh > (1.2 * powerW * (step.to - step.from)) / 3_600_000_000 + 2 * registerOf(steps)
}

/**
 * Energy from midnight to the first rise of a counter that stood still: the rise minus the evening's energy by power
 * (see eveningStretch), unless power contradicts; otherwise the energy by power. Null: the steps stay unchanged.
 */
export function morningStretch(book: OvernightBook, evening: Evening | null): WrongStretch | null {
  const { steps, powerKwh, ratedW, day } = book
  const last = firstRise(steps, day)
  const step = steps[last ?? -1]
  if (!last || !step) return null
  const registerKwh = registerOf(steps)
  const stretch = { first: 0, last, kind: 'outlier' as const }
  const power = powerOf(powerKwh, 0, last)
  if (power === null) {
    const left = evening && restOfRise(step, evening, ratedW, registerKwh)
    return left === null ? null : { ...stretch, kwh: left }
  }
  const told = evening?.kwh ?? 0
  const since = evening?.from ?? steps[0]?.from ?? step.from
  const isPossible = step.kwh <= possibleKwh(ratedW, since, step.to) + registerKwh
  if (isPossible && agree(registerKwh, step.kwh, told + power)) {
    return evening || step.kind !== 'ok' ? { ...stretch, kwh: Math.max(0, step.kwh - told) } : null
  }
  if (step.kind !== 'ok') return { ...stretch, kwh: power }
  if (agree(registerKwh, step.kwh, power)) return null
  // The rise contains the evening, which is counted already, or, if the counter lost energy, not even the morning.
  const isLost = step.kwh < power && madeWhileStanding(book, 0, last - 1, false) !== null
  return isLost || (evening && step.kwh > power) ? { ...stretch, kwh: power } : null
}

/**
 * Energy, kWh, of the rise that crosses the end of a day, minus the energy of its evening by power: the production of
 * that step. Null: the rise says nothing about the evening.
 */
export function restOfRise(step: CounterStep, evening: Evening, ratedW: number, registerKwh: number): number | null {
  if (step.isSwap || step.kwh <= 0 || step.to - step.from > longestMs) return null
  if (step.kwh > possibleKwh(ratedW, evening.from, step.to) + registerKwh) return null
  return step.kwh < 0.8 * evening.kwh - registerKwh ? null : Math.max(0, step.kwh - evening.kwh)
}
