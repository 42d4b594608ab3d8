import { timeUnitOf } from './mapped.ts'

/** A clickable value in a payload. */
export interface Leaf {
  /** Path as in a mapping; empty: the whole payload. */
  path: string
  text: string
  /** The value is a number or an instant: a frame can hold it. */
  isNumber: boolean
  isTime: boolean
}

const mostLeaves = 60
const deepest = 8
const number = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i

/** Starts like JSON but cannot be parsed: cut off, or written by hand. */
export function isBroken(payload: string): boolean {
  if (!/^\s*[{[]/.test(payload)) return false
  try {
    JSON.parse(payload)
    return false
  } catch {
    return true
  }
}

/** Values of a payload in document order, at most 60. */
export function leavesOf(payload: string): Leaf[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(payload)
  } catch {
    parsed = payload
  }
  const leaves: Leaf[] = []
  collect(parsed, [], leaves)
  return leaves
}

function collect(value: unknown, steps: readonly string[], leaves: Leaf[]): void {
  if (leaves.length >= mostLeaves) return
  if (typeof value !== 'object' || value === null) {
    const text = String(value).slice(0, 80)
    const isNumber = typeof value === 'number' || (typeof value === 'string' && number.test(value))
    leaves.push({ path: pathOf(steps), text, isNumber, isTime: timeUnitOf(text) !== undefined })
    return
  }
  if (steps.length >= deepest) return
  for (const [key, item] of Object.entries(value)) collect(item, [...steps, key], leaves)
}

/** Dotted path where that is unambiguous, otherwise a JSON pointer. */
function pathOf(steps: readonly string[]): string {
  if (steps.length === 0) return ''
  if (steps.every((step) => step !== '' && !/[./~]/.test(step))) return steps.join('.')
  return `/${steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
}
