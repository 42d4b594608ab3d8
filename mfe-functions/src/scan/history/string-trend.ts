import type { IvSweep } from '@helioport/contract'

/** A power that is known at standard conditions, and when it was swept. */
interface Known {
  at: string
  powerW: number
  figures: NonNullable<IvSweep['stc']>
}

/** Since when a string gives less, and how fast. Shares are of what it gave while it was whole: -0.05 is 5 % less. */
export type StringTrend =
  | { kind: 'steady'; share: number; since: string; scans: number }
  | {
      /** `gradual`: from scan to scan; `step`: most of it between two scans, and no more since; `once`: one scan knows it. */
      kind: 'gradual' | 'step' | 'once'
      share: number
      /** The last scan without a loss, and the first with it. */
      wholeAt: string
      lessAt: string
      /** Null: too few days, or it came at once. */
      perMonth: number | null
      before: NonNullable<IvSweep['stc']>
      now: NonNullable<IvSweep['stc']>
    }

/** Less than this is no loss: correction to standard conditions is no better. */
const noise = 0.03
/** A step is so much of the whole loss. */
const mostOfIt = 0.7
const monthMs = 30.44 * 86_400_000
/** Over fewer days a rate would be that of an afternoon. */
const leastMs = 7 * 86_400_000

/** Null: fewer than two sweeps are known at standard conditions. Sweeps come oldest first. */
export function trendOf(sweeps: readonly IvSweep[]): StringTrend | null {
  const known = sweeps.flatMap(({ scannedAt, stc }): Known[] =>
    stc?.pmpW ? [{ at: scannedAt, powerW: stc.pmpW, figures: stc }] : [],
  )
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || first === last) return null
  const whole = known.findLastIndex(({ powerW }, nth) => powerW >= (1 - noise) * bestUntil(known, nth))
  const [wholeOne, less] = [known[whole] ?? first, known[whole + 1]]
  const best = bestUntil(known, whole)
  if (!less) return { kind: 'steady', share: last.powerW / first.powerW - 1, since: first.at, scans: known.length }
  const share = last.powerW / best - 1
  const kind = less === last ? 'once' : 1 - less.powerW / best >= mostOfIt * -share ? 'step' : 'gradual'
  const lastedMs = Date.parse(last.at) - Date.parse(wholeOne.at)
  return {
    kind,
    share,
    wholeAt: wholeOne.at,
    lessAt: less.at,
    perMonth: kind === 'gradual' && lastedMs >= leastMs ? (share / lastedMs) * monthMs : null,
    before: wholeOne.figures,
    now: last.figures,
  }
}

const bestUntil = (known: readonly Known[], nth: number) =>
  Math.max(...known.slice(0, nth + 1).map(({ powerW }) => powerW))
