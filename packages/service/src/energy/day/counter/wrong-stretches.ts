import { type CounterStep, possibleKwh, standsAtMostMs } from './counter-steps.ts'

/** Neighbouring steps, numbers `first` to `last`, whose sum by the counter is not the energy that was produced. */
export interface WrongStretch {
  first: number
  last: number
  kwh: number
  kind: 'reset' | 'outlier'
}

/** Relative difference of power and counter over the same minutes with few frames and many clouds. */
const agreement = 0.2

/**
 * Periods in which a counter is wrong: it fell or jumped and came back, or it stood still next to a refused step. The
 * difference of a single step is then meaningless.
 *
 * If the counter came back to its former course, the energy is its rise over the whole period, unless power
 * contradicts: the counter may also have lost energy meanwhile. Otherwise power gives the energy, also if the period
 * extends beyond the day.
 * `powerKwh`: energy of each step's part of the day by power.
 */
export function wrongStretches(
  steps: readonly CounterStep[],
  powerKwh: readonly (number | null)[],
  ratedW: number,
  day: { from: number; to: number },
): WrongStretch[] {
  const book = { steps, powerKwh, ratedW, registerKwh: registerOf(steps), day }
  const returns = returnsOf(book)
  const told = [...returns, ...standsOf(book, returns)]
  return [...told, ...oversOf(book, told)].toSorted((a, b) => a.first - b.first)
}

interface Book {
  steps: readonly CounterStep[]
  powerKwh: readonly (number | null)[]
  ratedW: number
  registerKwh: number
  day: { from: number; to: number }
}

function returnsOf(book: Book): WrongStretch[] {
  const { steps } = book
  const found: WrongStretch[] = []
  for (let first = 0; first < steps.length; first += 1) {
    const { kind = 'ok', isSwap } = steps[first] ?? {}
    if (kind === 'ok' || isSwap) continue
    const last = returnAfter(book, first)
    if (last === undefined) continue
    const risen = sumOf(steps.slice(first, last + 1).map(({ kwh }) => kwh))
    const power = powerOf(book.powerKwh, first, last)
    const isTold = isInDay(book, first, last) && (power === null || agree(book.registerKwh, risen, power))
    const made = isTold ? risen : power
    if (made !== null) found.push({ first, last, kind, kwh: made })
    first = last
  }
  return found
}

/**
 * The step at which the counter is back at or above its value before step `first`, by no more than can have been
 * produced.
 */
function returnAfter(book: Book, first: number): number | undefined {
  const { steps, powerKwh, ratedW, registerKwh } = book
  const { from = 0, kwh = 0 } = steps[first] ?? {}
  let risen = kwh
  /** Sum of the single steps; of refused steps their energy by power. */
  let said: number | null = powerKwh[first] ?? null
  let isStill = true
  for (let last = first + 1; last < steps.length; last += 1) {
    const step = steps[last]
    if (!step || step.isSwap) return undefined
    risen += step.kwh
    const own = step.kind === 'ok' ? step.kwh : (powerKwh[last] ?? null)
    said = said === null || own === null ? null : said + own
    const stoodBefore = isStill
    isStill &&= step.kind !== 'ok' || step.kwh === 0
    if (risen < -1e-9 || risen > possibleKwh(ratedW, from, step.to) + registerKwh) continue
    if (step.kind !== 'ok') return last
    // A counter that restarted may pass its old value by normal counting: then its own steps agree with power.
    const power = said === null || !stoodBefore ? null : powerOf(book.powerKwh, first, last)
    if (power === null || said === null) continue
    if (agree(book.registerKwh, risen, power) && Math.abs(risen - power) < Math.abs(said - power)) return last
  }
  return undefined
}

/** Steps in which a counter stands still next to a refused step. */
function standsOf(book: Book, returns: readonly WrongStretch[]): WrongStretch[] {
  const { steps } = book
  const taken = new Set(returns.flatMap(({ first, last }) => range(first, last)))
  const isFree = (nth: number) => nth >= 0 && !taken.has(nth)
  const isRefused = (nth: number) => !taken.has(nth) && (steps[nth]?.kind ?? 'ok') !== 'ok'
  const stands = (nth: number) => !taken.has(nth) && steps[nth]?.kind === 'ok' && steps[nth]?.kwh === 0
  const found: WrongStretch[] = []
  for (let first = 0; first < steps.length; first += 1) {
    if (!stands(first)) continue
    let last = first
    while (stands(last + 1)) last += 1
    const stretch = standOf(
      book,
      { before: isFree(first - 1) ? first - 1 : first, first, last },
      isRefused(first - 1),
      isRefused(last + 1),
    )
    if (stretch) found.push(stretch)
    first = last
  }
  return found
}

function standOf(
  book: Book,
  { before, first, last }: { before: number; first: number; last: number },
  isAfterRefused: boolean,
  isBeforeRefused: boolean,
): WrongStretch | null {
  const { steps, registerKwh } = book
  const next = steps[last + 1]
  const power = powerOf(book.powerKwh, first, last)
  if (power === null || !(isAfterRefused || isBeforeRefused)) return null
  const kind = (isAfterRefused ? steps[first - 1] : next)?.kind === 'outlier' ? 'outlier' : 'reset'
  if (isBeforeRefused && next) {
    const caught = isAfterRefused || next.isSwap ? null : caughtUp(book, before, last + 1)
    return caught === null ? { first, last, kind, kwh: power } : { ...caught, kind }
  }
  if (!next) return { first, last, kind, kwh: power }
  // The register of a counter that restarted moves in whole steps: its next rise may contain all of the energy.
  const whole = powerOf(book.powerKwh, first, last + 1)
  if (whole === null || whole <= (1 + agreement) * next.kwh + registerKwh) return null
  return { first, last, kind, kwh: whole - next.kwh }
}

/**
 * Rise of a counter from the step before it stood still to the step that leads back to a true value: the former value
 * may have been left out as a spike above the value at which the counter stands still. Null: such a rise is not
 * possible.
 */
function caughtUp(book: Book, first: number, last: number): Pick<WrongStretch, 'first' | 'last' | 'kwh'> | null {
  const { steps, ratedW, registerKwh } = book
  const [before, after] = [steps[first], steps[last]]
  if (!before || !after || !isInDay(book, first, last)) return null
  const kwh = sumOf(steps.slice(first, last + 1).map((step) => step.kwh))
  const power = powerOf(book.powerKwh, first, last)
  const isPossible = kwh <= possibleKwh(ratedW, before.from, after.to) + registerKwh
  return isPossible && power !== null && agree(book.registerKwh, kwh, power) ? { first, last, kwh } : null
}

/**
 * Steps across a single point that was left out, in which the counter lost energy that it does not show later either.
 */
function oversOf(book: Book, told: readonly WrongStretch[]): WrongStretch[] {
  const { steps, powerKwh, registerKwh } = book
  return steps.flatMap(({ isOver, from, to, kwh }, nth): WrongStretch[] => {
    const power = powerKwh[nth] ?? null
    if (!isOver || power === null || kwh >= power || agree(registerKwh, kwh, power)) return []
    if (!isInDay(book, nth, nth) || told.some(({ first, last }) => first <= nth && nth <= last)) return []
    // A register with coarse steps, or one that is updated seldom, shows the energy in the next steps.
    let missing = power - kwh
    for (let next = nth + 1; (steps[next]?.from ?? Infinity) < to + (to - from) + standsAtMostMs; next += 1) {
      missing += (powerKwh[next] ?? 0) - (steps[next]?.kwh ?? 0)
      if (missing < (power - kwh) / 2) return []
    }
    return [{ first: nth, last: nth, kind: 'outlier', kwh: power }]
  })
}

const isInDay = ({ steps, day }: Book, first: number, last: number) =>
  (steps[first]?.from ?? 0) >= day.from && (steps[last]?.to ?? 0) <= day.to

/** Whether power does not contradict the rise of a counter. */
export const agree = (registerKwh: number, kwh: number, power: number) =>
  Math.abs(kwh - power) <= agreement * Math.max(kwh, power) + registerKwh

/** Energy of neighbouring steps by power; null: the power of one of them is unknown. */
export function powerOf(powerKwh: readonly (number | null)[], first: number, last: number): number | null {
  let sum = 0
  for (const nth of range(first, last)) {
    const own = powerKwh[nth] ?? null
    if (own === null) return null
    sum += own
  }
  return sum
}

/** Step of the register, kWh, found from its rises. */
export function registerOf(steps: readonly CounterStep[]): number {
  const coarse = steps.find(({ registerKwh }) => registerKwh !== undefined)?.registerKwh
  const isMultiple = (kwh: number, step: number) => Math.abs(kwh / step - Math.round(kwh / step)) < 1e-6
  const rises = steps.flatMap(({ kind, kwh }) => (kind === 'ok' && kwh > 0 ? kwh : []))
  if (coarse !== undefined || rises.length === 0) return coarse ?? 0.01
  return [1, 0.1].find((step) => rises.every((kwh) => isMultiple(kwh, step))) ?? 0.01
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
