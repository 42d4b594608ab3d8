import type { Sample } from '../beacons/verdicts.ts'
import { canaryRules, type CanaryEvidence, decideCanary } from './decide.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
const minutes = (number: number) => start + number * 60_000
type Told = { tabs: number; bad: number }
const none = { tabs: 0, bad: 0 }
/** A sample from many addresses, so that no single one makes a difference. */
const sample = ({ tabs, bad }: Told): Sample => ({
  tabs,
  bad,
  goodVoices: 20,
  badVoices: 20,
  spared: { tabs, bad },
  goodSpared: tabs - bad,
})

const decide = (
  evidence: Partial<Record<keyof CanaryEvidence, Told>>,
  { percent = 10, auto = true, at = minutes(60) }: { percent?: number; auto?: boolean; at?: number } = {},
) => {
  const whole = { canary: evidence.step ?? none, step: none, baseline: { tabs: 1000, bad: 10 }, ...evidence }
  const given = { canary: sample(whole.canary), step: sample(whole.step), baseline: sample(whole.baseline) }
  return decideCanary({ percent, auto, steppedAt: new Date(start).toISOString() }, given, at, canaryRules)
}

test.each<[string, Partial<Record<keyof CanaryEvidence, Told>>, string]>([
  ['all of fifty', { step: { tabs: 50, bad: 50 } }, 'halt'],
  ['just over the margin', { step: { tabs: 50, bad: 4 } }, 'halt'],
  ['just under it', { step: { tabs: 50, bad: 3 } }, 'wait'],
  ['too few to tell', { step: { tabs: 49, bad: 49 } }, 'wait'],
  ['as bad as the baseline', { step: { tabs: 100, bad: 30 }, baseline: { tabs: 1000, bad: 280 } }, 'step'],
  ['worse than a bad baseline', { step: { tabs: 100, bad: 36 }, baseline: { tabs: 1000, bad: 280 } }, 'halt'],
  ['a baseline too small to excuse it', { step: { tabs: 50, bad: 10 }, baseline: { tabs: 10, bad: 10 } }, 'halt'],
  ['no baseline at all', { step: { tabs: 60, bad: 1 }, baseline: none }, 'step'],
  ['bad before this step', { step: { tabs: 60, bad: 0 }, canary: { tabs: 110, bad: 20 } }, 'halt'],
  ['bad only of late', { step: { tabs: 50, bad: 5 }, canary: { tabs: 1000, bad: 5 } }, 'halt'],
])('verdict on a canary: %s', (_, evidence, kind) => {
  expect(decide(evidence).kind).toBe(kind)
})

test('a canary climbs only with enough good tabs, enough time and the option auto', () => {
  const step = { tabs: 60, bad: 0 }
  expect(decide({ step }, { at: minutes(9) }).kind).toBe('wait')
  expect(decide({ step: { tabs: 49, bad: 0 } }).kind).toBe('wait')
  expect(decide({ step }, { auto: false }).kind).toBe('wait')
  expect(decide({ step }, { at: minutes(10) })).toMatchObject({ kind: 'step', percent: 50 })
})

test('a bad canary is halted even without the option auto', () => {
  expect(decide({ step: { tabs: 50, bad: 50 } }, { auto: false }).kind).toBe('halt')
})

test('a canary climbs by 1, 10, 50 and 100 %, then becomes the current release', () => {
  const step = { tabs: 60, bad: 0 }
  const climb = [1, 10, 50, 100].map((percent) => decide({ step }, { percent }))
  expect(climb).toMatchObject([
    { kind: 'step', percent: 10 },
    { kind: 'step', percent: 50 },
    { kind: 'step', percent: 100 },
    { kind: 'finish' },
  ])
})

test('few tabs neither halt a canary nor let it climb, even if most of them failed', () => {
  expect(decide({ step: { tabs: 40, bad: 25 } }, { percent: 1 }).kind).toBe('wait')
})

test('the reason of a verdict contains the numbers', () => {
  expect(decide({ step: { tabs: 60, bad: 12 } })).toEqual({
    kind: 'halt',
    reason: 'failed in 12 of 60 tabs (20.0 %); the current release 10 of 1000 tabs (1.0 %), so 6.0 % are allowed',
  })
})
