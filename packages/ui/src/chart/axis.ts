import { addDays, dayAt, dayStart, zoneClock } from '@helioport/time'

export interface Scale {
  min: number
  max: number
  ticks: number[]
}

const steps = [1, 2, 2.5, 5, 10] as const

/** A round step that divides the range into about `count` parts. */
function stepFor(range: number, count: number): number {
  const rough = range / count
  const power = 10 ** Math.floor(Math.log10(rough))
  return (steps.find((step) => step * power >= rough * 0.999) ?? 10) * power
}

/** Negative values down to this share of the highest (own use at night) add no step below zero. */
const sliver = 0.03

/**
 * Round bounds and ticks around all values. The scale starts at zero with `fromZero`, or if the values are near zero.
 */
export function valueScale(values: Iterable<number | null>, fromZero: boolean, count: number): Scale {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    if (value === null) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (low > high) return { min: 0, max: 1, ticks: [0] }
  if (fromZero || (low >= 0 && low <= high / 2)) low = Math.min(low, 0)
  if (fromZero) high = Math.max(high, 0)
  if (fromZero && low < 0 && -low < high * sliver) low = 0
  if (low === high) {
    high += Math.abs(high) > 0 ? Math.abs(high) * 0.1 : 1
    if (!fromZero) low -= Math.abs(low) * 0.1
  }
  const step = stepFor(high - low, count)
  const min = Math.floor(low / step + 1e-9) * step
  const max = Math.ceil(high / step - 1e-9) * step
  const ticks = Array.from({ length: Math.round((max - min) / step) + 1 }, (_, index) =>
    round(min + index * step, step),
  )
  return { min, max, ticks }
}

/** Removes errors of binary arithmetic: 0.30000000000000004. */
function round(value: number, step: number): number {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(step)))
  return Number(value.toFixed(Math.min(digits, 12)))
}

const hourMs = 3_600_000
const hourSteps = [1, 2, 3, 4, 6, 12, 24, 48, 168] as const

/**
 * Instants of a local day at which the clock shows a full hour that is divisible by `step`; for whole days its first
 * instant.
 */
function ticksOfDay(day: string, step: number, timeZone: string, instantsOf: (wall: number) => number[]): number[] {
  if (step >= 24) return [dayStart(day, timeZone)]
  const midnight = Date.parse(day)
  return Array.from({ length: 24 / step }, (_, index) => midnight + index * step * hourMs).flatMap(instantsOf)
}

/** Full hours of the local clock, about `count` at most. After a clock change the ticks follow the clock. */
export function timeTicks(from: number, to: number, timeZone: string, count: number): number[] {
  const hours = (to - from) / hourMs
  const step = hourSteps.find((candidate) => hours / candidate <= count) ?? 168
  const { instantsOf } = zoneClock(timeZone)
  const ticks: number[] = []
  const last = dayAt(to, timeZone)
  for (let day = dayAt(from, timeZone); day <= last; day = addDays(day, 1)) {
    ticks.push(...ticksOfDay(day, step, timeZone, instantsOf).filter((at) => at >= from && at <= to))
  }
  return step > 24 ? ticks.filter((_, index) => index % (step / 24) === 0) : ticks
}

export interface AxisTexts {
  labels: string[]
  /** Unit common to all labels; shown once above the axis. */
  unit: string
}

const unitMark = '\u00a0'

/** Removes trailing zeros after a decimal mark. Three digits after a mark are thousands, not decimals. */
const withoutZeros = (text: string) =>
  text.replace(/([.,٫])(\d{1,2})$/u, (_, mark: string, digits: string) => {
    const rest = digits.replace(/0+$/, '')
    return rest === '' ? '' : mark + rest
  })

/** Labels of ticks. A unit that all labels share is returned apart. Zero needs no unit. */
export function axisTexts(ticks: readonly number[], format: (value: number) => string): AxisTexts {
  const parts = ticks.map((tick) => {
    const text = format(tick)
    const at = text.lastIndexOf(unitMark)
    return at < 0 ? { tick, value: text, unit: '' } : { tick, value: text.slice(0, at), unit: text.slice(at + 1) }
  })
  const units = new Set(parts.filter(({ tick }) => tick !== 0).map(({ unit }) => unit))
  const [unit = ''] = units
  if (units.size !== 1) {
    return {
      labels: parts.map((part) => (part.unit ? withoutZeros(part.value) + unitMark + part.unit : part.value)),
      unit: '',
    }
  }
  return { labels: parts.map(({ value }) => withoutZeros(value)), unit }
}
