import { columnsOf, type ImportPlan } from '../plan.ts'
import { usualStep } from '../row/intervals.ts'
import type { ReadRow } from '../row/read-file.ts'

const minuteMs = 60_000
const steps = [5, 10, 15, 30, 60].map((minutes) => minutes * minuteMs)
/** How long a value holds without a newer reading: changes are reported, and the longest interval is an hour. */
const longestMs = 60 * minuteMs
/** Zeros and counters hold longer, through a night. */
const longestStillMs = 24 * 60 * minuteMs
/** Minimal share of readings at common instants, and at even steps, for rows to stay as they are. */
const evenShare = 0.9

/**
 * Turns readings that were sent on change into rows at even intervals: the mean of power and weather, and the counter
 * value at the start of the interval. Simultaneous and even readings, and energies of intervals, stay as they are.
 */
export function onGrid(rows: readonly ReadRow[], plan: ImportPlan): ReadRow[] {
  const width = columnsOf(plan).length
  const own = Array.from({ length: width }, (_, column) =>
    rows.filter(({ of }) => of?.includes(column)).toSorted((a, b) => a.at - b.at),
  )
  if (plan.devices.some(({ energy }) => energy) || areEven(own, plan)) return [...rows]
  const usual = own.map((each) => usualStep(each.map(({ at }) => at))).filter((step) => step !== null)
  const shown = Math.min(...usual, longestMs)
  const stepMs = plan.intervalMinutes
    ? plan.intervalMinutes * minuteMs
    : (steps.find((each) => each >= shown) ?? longestMs)
  const grid = new Grid(width, stepMs)
  const counters = counterColumns(plan)
  for (const [column, events] of own.entries()) {
    for (const [nth, { values, at, file, line }] of events.entries()) {
      const value = values[column] ?? Number.NaN
      if (Number.isNaN(value)) continue
      const isStill = value === 0 || counters.has(column)
      const until = Math.min(events[nth + 1]?.at ?? Infinity, at + (isStill ? longestStillMs : longestMs))
      if (counters.has(column)) grid.stand(column, { value, at, until, file, line })
      else grid.hold(column, { value, at, until, file, line })
    }
  }
  return grid.rows()
}

function counterColumns(plan: ImportPlan): Set<number> {
  const names = columnsOf(plan).map(({ name }) => name)
  const counters = plan.devices.flatMap(({ energyToday, energyTotal }) => [energyToday?.column, energyTotal?.column])
  return new Set(counters.flatMap((column) => (column === undefined ? [] : [names.indexOf(column)])))
}

/** Whether the values of each device have common instants at even steps. */
function areEven(own: readonly (readonly ReadRow[])[], plan: ImportPlan): boolean {
  const names = columnsOf(plan).map(({ name }) => name)
  const groups = plan.devices.map((device) =>
    Object.values(device).flatMap((each) => (typeof each === 'object' ? [names.indexOf(each.column)] : [])),
  )
  const sensors = names.flatMap((_, column) => (groups.flat().includes(column) ? [] : [column]))
  return [...groups, ...sensors.map((column) => [column])].every((columns) => {
    const instants = columns.map((column) => new Set((own[column] ?? []).map(({ at }) => at)))
    const all = [...new Set(instants.flatMap((each) => [...each]))].toSorted((a, b) => a - b)
    const fewest = Math.min(...instants.map(({ size }) => size))
    const step = usualStep(all)
    const even = all.filter((at, nth) => nth > 0 && Math.abs(at - (all[nth - 1] ?? 0) - (step ?? 0)) <= 1000).length
    return fewest >= evenShare * all.length && even >= evenShare * (all.length - 1)
  })
}

interface Held {
  value: number
  at: number
  until: number
  file: string
  line: number
}

class Grid {
  readonly #width: number
  readonly #stepMs: number
  readonly #bins = new Map<number, { sums: Float64Array; heldMs: Float64Array; file: string; line: number }>()

  constructor(width: number, stepMs: number) {
    this.#width = width
    this.#stepMs = stepMs
  }

  #bin(nth: number, { file, line }: Held) {
    const own = this.#bins.get(nth) ?? {
      sums: new Float64Array(this.#width),
      heldMs: new Float64Array(this.#width),
      file,
      line,
    }
    this.#bins.set(nth, own)
    return own
  }

  /** Adds a value to each interval, weighted by the time for which it held. */
  hold(column: number, held: Held): void {
    for (let nth = Math.floor(held.at / this.#stepMs); nth * this.#stepMs < held.until; nth += 1) {
      const from = Math.max(held.at, nth * this.#stepMs)
      const ms = Math.min(held.until, (nth + 1) * this.#stepMs) - from
      const { sums, heldMs } = this.#bin(nth, held)
      sums[column] = (sums[column] ?? 0) + held.value * ms
      heldMs[column] = (heldMs[column] ?? 0) + ms
    }
  }

  /** Sets a counter in each interval to its value at the start. */
  stand(column: number, held: Held): void {
    for (let nth = Math.ceil(held.at / this.#stepMs); nth * this.#stepMs < held.until; nth += 1) {
      const { sums, heldMs } = this.#bin(nth, held)
      sums[column] = held.value * this.#stepMs
      heldMs[column] = this.#stepMs
    }
  }

  /** The rows; a value that held for less than half of an interval is left out. */
  rows(): ReadRow[] {
    return [...this.#bins]
      .toSorted(([a], [b]) => a - b)
      .map(([nth, { sums, heldMs, file, line }]) => ({
        at: nth * this.#stepMs,
        file,
        line,
        values: Array.from(sums, (sum, i) =>
          (heldMs[i] ?? 0) * 2 < this.#stepMs ? Number.NaN : sum / (heldMs[i] ?? 1),
        ),
      }))
      .filter(({ values }) => values.some((value) => !Number.isNaN(value)))
  }
}
