import type { IvSweep } from '@helioport/contract'

/** Power at standard conditions with the time of its sweep. */
interface Known {
  at: string
  powerW: number
  figures: NonNullable<IvSweep['stc']>
}

/** Since when a string yields less, and how fast. Shares relate to the sound state: -0.05 is 5 % less. */
export type StringTrend =
  | { kind: 'steady'; share: number; since: string; scans: number }
  | {
      /**
       * `gradual`: over several scans; `step`: mostly between two scans, stable since; `once`: seen in one scan only.
       */
      kind: 'gradual' | 'step' | 'once'
      share: number
      /** The last scan without the loss, and the first with it. */
      wholeAt: string
      lessAt: string
      /** Null: too few days, or a sudden loss. */
      perMonth: number | null
      before: NonNullable<IvSweep['stc']>
      now: NonNullable<IvSweep['stc']>
    }

/** Smaller differences are within the accuracy of the correction to standard conditions. */
const noise = 0.03
/** Share of the loss that makes it a step. */
const mostOfIt = 0.7
const monthMs = 30.44 * 86_400_000
/** Shorter periods give no meaningful rate. */
const leastMs = 7 * 86_400_000

/** Null: fewer than two sweeps have standard conditions. `sweeps` come oldest first. */
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
