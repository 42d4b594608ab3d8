/** A value in a payload that a person may click. */
export interface Leaf {
  /** As a mapping names it; empty: the whole payload. */
  path: string
  text: string
  /** False: it is shown, and is no number. */
  isNumber: boolean
}

const mostLeaves = 60
const deepest = 8
const number = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i

/** Values of a payload in the order in which they stand, at most 60 of them. */
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
    leaves.push({ path: pathOf(steps), text, isNumber })
    return
  }
  if (steps.length >= deepest) return
  for (const [key, item] of Object.entries(value)) collect(item, [...steps, key], leaves)
}

/** Dotted where that is clear, else a JSON pointer. */
function pathOf(steps: readonly string[]): string {
  if (steps.length === 0) return ''
  if (steps.every((step) => step !== '' && !/[./~]/.test(step))) return steps.join('.')
  return `/${steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
}
