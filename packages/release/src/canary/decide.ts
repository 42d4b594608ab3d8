import { canaryPercents } from '@helioport/contract/release'
import type { PointerCanary } from '../store/pointer.ts'

/** Tabs that tried a release, and those in which it failed to load or crashed. */
export interface Sample {
  tabs: number
  bad: number
}

export interface CanaryRules {
  /** No canary is halted on fewer tabs. */
  minTabs: number
  /** So much worse than the baseline, as a share, a canary may be. */
  margin: number
  /** Per step of the climb: tabs in which it was good, and ms that it lasts at least. */
  steps: Readonly<Record<number, { goodTabs: number; holdMs: number }>>
}

const minuteMs = 60_000

export const canaryRules: CanaryRules = {
  minTabs: 50,
  margin: 0.05,
  steps: {
    1: { goodTabs: 10, holdMs: 5 * minuteMs },
    10: { goodTabs: 50, holdMs: 10 * minuteMs },
    50: { goodTabs: 50, holdMs: 10 * minuteMs },
    100: { goodTabs: 50, holdMs: 10 * minuteMs },
  },
}

export interface CanaryEvidence {
  /** Of the canary, since it began. */
  canary: Sample
  /** Of the canary, since its present step. */
  step: Sample
  /** Of the current release, in the hour before now and since the canary began. */
  baseline: Sample
}

export type CanaryDecision =
  | { kind: 'wait' }
  | { kind: 'step'; percent: number; reason: string }
  | { kind: 'finish'; reason: string }
  | { kind: 'halt'; reason: string }

const rateOf = ({ tabs, bad }: Sample) => (tabs === 0 ? 0 : bad / tabs)
const percentText = (rate: number) => `${(rate * 100).toFixed(1)} %`
const sampleText = (sample: Sample) => `${sample.bad} of ${sample.tabs} tabs (${percentText(rateOf(sample))})`

/** What becomes of a canary at an instant (epoch in ms). Pure. */
export function decideCanary(
  { percent, auto, steppedAt }: Pick<PointerCanary, 'percent' | 'auto' | 'steppedAt'>,
  { canary, step, baseline }: CanaryEvidence,
  now: number,
  rules: CanaryRules,
): CanaryDecision {
  // Too few to be a measure: compared with a release that never fails, which errs on the safe side.
  const expected = baseline.tabs < rules.minTabs ? 0 : rateOf(baseline)
  const isWorse = (sample: Sample) => rateOf(sample) > expected + rules.margin
  const worse = [step, canary].find((sample) => sample.tabs >= rules.minTabs && isWorse(sample))
  const baselineText = `the current release ${sampleText(baseline)}`
  if (worse !== undefined) {
    const allowed = percentText(expected + rules.margin)
    return { kind: 'halt', reason: `failed in ${sampleText(worse)}; ${baselineText}, so ${allowed} are allowed` }
  }
  const rule = rules.steps[percent]
  if (!auto || rule === undefined || isWorse(step) || isWorse(canary)) return { kind: 'wait' }
  const isLong = now - Date.parse(steppedAt) >= rule.holdMs
  if (!isLong || step.tabs - step.bad < rule.goodTabs) return { kind: 'wait' }
  const reason = `failed in ${sampleText(step)} at ${percent} % of the browsers; ${baselineText}`
  const next = canaryPercents.find((one) => one > percent)
  return next === undefined ? { kind: 'finish', reason } : { kind: 'step', percent: next, reason }
}
