import { canaryPercents } from '@helioport/contract/release'
import type { Sample } from '../beacons/verdicts.ts'
import type { PointerCanary } from '../store/pointer.ts'

export interface CanaryRules {
  /** A canary is halted only with at least this number of tabs. */
  minTabs: number
  /** How much worse than the baseline a canary may be: difference of the failure rates. */
  margin: number
  /** Number of addresses or accounts that must see it fail before it is halted, and see it work before it climbs. */
  minAddresses: number
  /** Largest share of a verdict that one address may make: raise it for companies behind one address. */
  addressShare: number
  /** Per step: tabs in which the canary must have worked, and the shortest duration, in ms. */
  steps: Readonly<Record<number, { goodTabs: number; holdMs: number }>>
}

const minuteMs = 60_000

export const canaryRules: CanaryRules = {
  minTabs: 50,
  margin: 0.05,
  minAddresses: 5,
  addressShare: 0.1,
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
  /** Of the current release, since the canary began, and for at least the last hour. */
  baseline: Sample
}

export type CanaryDecision =
  | { kind: 'wait' }
  | { kind: 'step'; percent: number; reason: string }
  | { kind: 'finish'; reason: string }
  | { kind: 'halt'; reason: string }

const rateOf = ({ tabs, bad }: Pick<Sample, 'tabs' | 'bad'>) => (tabs === 0 ? 0 : bad / tabs)
const percentText = (rate: number) => `${(rate * 100).toFixed(1)} %`
const sampleText = (sample: Sample) => `${sample.bad} of ${sample.tabs} tabs (${percentText(rateOf(sample))})`

/** Decides about a canary at an instant (epoch in ms). Pure. */
export function decideCanary(
  { percent, auto, steppedAt }: Pick<PointerCanary, 'percent' | 'auto' | 'steppedAt'>,
  { canary, step, baseline }: CanaryEvidence,
  now: number,
  rules: CanaryRules,
): CanaryDecision {
  // A baseline of too few tabs counts as a release that never fails, which errs on the safe side. Figures without the
  // worst address (`spared`): a single address can neither worsen the baseline, nor end a canary, nor hold it back.
  const expected = baseline.spared.tabs < rules.minTabs ? 0 : rateOf(baseline.spared)
  const isWorse = (sample: Pick<Sample, 'tabs' | 'bad'>) => rateOf(sample) > expected + rules.margin
  const isTold = (sample: Sample) => sample.tabs >= rules.minTabs && sample.badVoices >= rules.minAddresses
  const worse = [step, canary].find((sample) => isTold(sample) && isWorse(sample) && isWorse(sample.spared))
  const baselineText = `the current release ${sampleText(baseline)}`
  if (worse !== undefined) {
    const allowed = percentText(expected + rules.margin)
    return { kind: 'halt', reason: `failed in ${sampleText(worse)}; ${baselineText}, so ${allowed} are allowed` }
  }
  const rule = rules.steps[percent]
  if (!auto || rule === undefined || isWorse(step.spared) || isWorse(canary.spared)) return { kind: 'wait' }
  const isLong = now - Date.parse(steppedAt) >= rule.holdMs
  if (!isLong || step.goodVoices < rules.minAddresses || step.goodSpared < rule.goodTabs) return { kind: 'wait' }
  const reason = `failed in ${sampleText(step)} at ${percent} % of the browsers; ${baselineText}`
  const next = canaryPercents.find((one) => one > percent)
  return next === undefined ? { kind: 'finish', reason } : { kind: 'step', percent: next, reason }
}
