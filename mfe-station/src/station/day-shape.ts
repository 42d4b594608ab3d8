/** Slots of 15 min in an ordinary day. */
const slotsOfDay = 96

interface DayShape {
  /** SVG path of the closed areas, one per stretch without a gap. */
  area: string
  /** SVG path of their upper edges. */
  line: string
  /** The newest value's point, undefined when there is none. */
  last: { x: number; y: number } | undefined
}

const round = (value: number) => Math.round(value * 10) / 10

/**
 * Draws the power of a day (W per 15-min slot from local midnight, null: gap) into a box of 100 by 100 whose width is
 * the whole day. The curve ends with the data, and gaps stay gaps. `max` is the W at the top of the box.
 */
export function dayShapeOf(values: readonly (number | null)[], max: number): DayShape {
  const width = 100 / Math.max(slotsOfDay, values.length)
  const top = Math.max(max, 1)
  const areas: string[] = []
  const lines: string[] = []
  let run: string[] = []
  let start = 0
  let last: DayShape['last']
  const close = (end: number) => {
    if (run.length === 0) return
    const edge = run.join('L')
    areas.push(`M${round(start * width)},100L${edge}L${round(end * width)},100Z`)
    lines.push(`M${edge}`)
    run = []
  }
  values.forEach((value, slot) => {
    if (value === null) return close(slot)
    if (run.length === 0) start = slot
    const point = { x: round((slot + 0.5) * width), y: round(100 - (100 * Math.min(Math.max(value, 0), top)) / top) }
    run.push(`${point.x},${point.y}`)
    last = point
  })
  close(values.length)
  return { area: areas.join(''), line: lines.join(''), last }
}
