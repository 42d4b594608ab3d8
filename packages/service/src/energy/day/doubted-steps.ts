import type { LocalDay } from '@helioport/time/node'
import { type Place, sunWeight } from '../../figure/sun.ts'
import type { Evening } from '../queries/roll-up.ts'
import type { CounterStep } from './counter/counter-steps.ts'
import { type DayStep, isLongStep, type SteppingDevice } from './day-step.ts'
import { deviceCurve, powerEnergyOf } from './device-curve.ts'
import {
  eveningStretch,
  firstRise,
  isProducing,
  morningStretch,
  restOfRise,
  standstillOverEnd,
} from './counter/overnight.ts'
import { registerOf, type WrongStretch, wrongStretches } from './counter/wrong-stretches.ts'

type ToldStep = Omit<DayStep, 'device_no'>

interface Part {
  from: number
  to: number
}

/** Whether the counter may be wrong about the energy, so that power must be compared. */
export function isDoubtful(steps: readonly CounterStep[], day: LocalDay, { telling, ratedW, evening }: SteppingDevice) {
  if (evening || steps.some(({ kind, isOver }) => kind !== 'ok' || isOver)) return true
  const since = steps[standstillOverEnd(steps, day)?.first ?? -1]?.from ?? Infinity
  const until = steps[firstRise(steps, day) ?? -1]?.from ?? -Infinity
  return telling.some(({ at, power_w }) => {
    const stands = (at >= since && at < day.to) || (at >= day.from && at < until)
    return stands && isProducing(power_w ?? 0, ratedW)
  })
}

/**
 * Energy of the steps if some are refused or the counter stands still, including the steps beside them in which the
 * counter is wrong.
 */
export function doubtedSteps(steps: readonly CounterStep[], day: LocalDay, device: SteppingDevice): ToldStep[] {
  const { ratedW, intervals, telling, place, evening = null } = device
  const curve = deviceCurve(day, telling, ratedW, place, intervals.usualMs)
  const parts = steps.map(({ from, to }) => ({ from: Math.max(from, day.from), to: Math.min(to, day.to) }))
  const longs = steps.map((step) => isLongStep(step, intervals))
  const powers = parts.map((part, nth) => (longs[nth] ? null : powerEnergyOf(day, part, curve)))
  const told = steps.map((step, nth): ToldStep => {
    const isLong = longs[nth] ?? false
    return step.kind === 'ok' ? { ...step, isLong } : { ...step, ...parts[nth], isLong, kwh: powers[nth] ?? null }
  })
  const isLight = (from: number, to: number) => sunWeight(Math.max(from, day.from), Math.min(to, day.to), place) > 0
  const book = { steps, powerKwh: powers, ratedW, day, isLight }
  const inDay = wrongStretches(steps, powers, ratedW, day)
  const overnight = [morningStretch(book, evening), eveningStretch(book)].filter((stretch) => stretch !== null)
  for (const stretch of [...inDay, ...overnight]) {
    if (overnight.includes(stretch) && reachesBeyond(stretch, inDay)) continue
    tell(told, stretch, parts, powers, place)
  }
  tellCrossing(told, steps, { day, ratedW, place, evening })
  return told
}

/** Whether a stretch within the day contains the end of this one and continues: the counter came back later. */
const reachesBeyond = ({ last }: WrongStretch, inDay: readonly WrongStretch[]) =>
  inDay.some((other) => other.first <= last && other.last > last)

function tell(
  told: ToldStep[],
  { first, last, kind, kwh }: WrongStretch,
  parts: readonly Part[],
  powers: readonly (number | null)[],
  place: Place,
): void {
  const weights = sharesOf(parts.slice(first, last + 1), powers.slice(first, last + 1), place)
  for (const [nth, weight] of weights.entries()) {
    const step = told[first + nth]
    if (!step) continue
    const own = step.kind === 'ok' ? kind : step.kind
    told[first + nth] = { ...step, ...parts[first + nth], kind: own, kwh: kwh * weight }
  }
}

/**
 * If a rise over midnight contains energy of an evening that was counted by power, distributes the rest of the rise by
 * the sun.
 */
function tellCrossing(
  told: ToldStep[],
  steps: readonly CounterStep[],
  { day, ratedW, place, evening }: { day: LocalDay; ratedW: number; place: Place; evening: Evening | null },
): void {
  const register = registerOf(steps)
  const share = (nth: number, before: Evening | null) => {
    const step = steps[nth]
    const rest = step && before && restOfRise(step, before, ratedW, register)
    const own = told[nth]
    if (!step || !own || rest == null) return
    const part = { from: Math.max(step.from, day.from), to: Math.min(step.to, day.to) }
    const outside = step.from < day.from ? { from: step.from, to: day.from } : { from: day.to, to: step.to }
    const [weight = 0] = sharesOf([part, outside], [null, null], place)
    told[nth] = { ...own, ...part, kind: own.kind === 'ok' ? 'outlier' : own.kind, kwh: rest * weight }
  }
  if ((steps[0]?.from ?? Infinity) < day.from && (steps[0]?.to ?? 0) <= day.to) share(0, evening)
  if ((steps.at(-1)?.to ?? 0) > day.to && steps.length > 1) share(steps.length - 1, eveningOf(steps, told, day))
}

/**
 * Energy of the end of the day that did not come from the counter, because the counter stood still until after
 * midnight.
 */
export function eveningOf(
  steps: readonly CounterStep[],
  told: readonly Pick<ToldStep, 'kind' | 'kwh'>[],
  day: LocalDay,
): Evening | null {
  const stand = standstillOverEnd(steps, day)
  if (!stand) return null
  const kwh = told
    .slice(stand.first, stand.last + 1)
    .reduce((sum, step) => sum + (step.kind === 'ok' ? 0 : (step.kwh ?? 0)), 0)
  return kwh > 0 ? { from: steps[stand.first]?.from ?? day.from, kwh } : null
}

/** Share of each part in the whole: by power; if power is unknown, by the clear-sky sun; at night by time. */
function sharesOf(
  parts: readonly { from: number; to: number }[],
  powers: readonly (number | null)[],
  place: Place,
): number[] {
  const known = powers.filter((power) => power !== null)
  const suns = () => parts.map(({ from, to }) => sunWeight(from, to, place))
  const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  const candidates = [
    () => (known.length === parts.length ? known : []),
    suns,
    () => parts.map(({ from, to }) => to - from),
  ]
  for (const weightsOf of candidates) {
    const weights = weightsOf()
    const whole = sumOf(weights)
    if (whole > 0) return weights.map((weight) => weight / whole)
  }
  return parts.map(() => 0)
}
