const hourMs = 3_600_000
/** Share of rows out of order from which the order of a file is not used. */
const maxDisorder = 0.05

interface Direction {
  backwards: boolean
  /** Share of steps against the main direction of the file. */
  disorder: number
}

/**
 * The instant of each row; null: ambiguous. Rows may be ascending, descending or swapped. In the repeated hour at the
 * end of summer time the order of the file decides; if it does not, the row is ambiguous.
 * @param candidates per row the instants (epoch ms) that its time can mean, earliest first, one or two
 */
export function resolveTimes(candidates: readonly (readonly number[])[]): (number | null)[] {
  const resolved = candidates.map((own) => (own.length === 1 ? (own[0] ?? null) : null))
  const { backwards, disorder } = directionOf(candidates.map((own) => own[0] ?? 0))
  const double = candidates.flatMap((own, row) => (own.length > 1 ? [row] : []))
  if (backwards) double.reverse()
  for (const night of nightsOf(double, candidates)) {
    const firstOf = (row: number) => candidates[row]?.[0] ?? 0
    const passes = passesOf(night.map(firstOf)) ?? (disorder < maxDisorder ? pairsOf(night.map(firstOf)) : [])
    for (const [i, row] of night.entries()) resolved[row] = candidates[row]?.[passes[i] ?? -1] ?? null
  }
  return resolved
}

function directionOf(times: readonly number[]): Direction {
  let [up, down] = [0, 0]
  for (let i = 1; i < times.length; i++) {
    const step = (times[i] ?? 0) - (times[i - 1] ?? 0)
    if (step > 0) up += 1
    else if (step < 0) down += 1
  }
  return { backwards: down > up, disorder: Math.min(up, down) / Math.max(1, up + down) }
}

/** Groups rows by the clock change that they belong to. */
function nightsOf(rows: readonly number[], candidates: readonly (readonly number[])[]): number[][] {
  const nights = new Map<number, number[]>()
  for (const row of rows) {
    const at = candidates[row]?.[0] ?? 0
    const key = [...nights.keys()].find((night) => Math.abs(night - at) < 12 * hourMs) ?? at
    const night = nights.get(key) ?? []
    night.push(row)
    nights.set(key, night)
  }
  return [...nights.values()]
}

/** Pass (0 or 1) of each row: 1 from where the clock goes back; null: it goes back more than once. */
function passesOf(times: readonly number[]): number[] | null {
  let pass = 0
  const passes = times.map((time, i) => {
    if (i > 0 && time <= (times[i - 1] ?? 0)) pass += 1
    return pass
  })
  return pass > 1 ? null : passes
}

/** For swapped rows: the first row of a time that occurs twice is the earlier one; -1: the time occurs once. */
function pairsOf(times: readonly number[]): number[] {
  const seen = new Map<number, number>()
  const total = new Map<number, number>()
  for (const time of times) total.set(time, (total.get(time) ?? 0) + 1)
  return times.map((time) => {
    const nth = seen.get(time) ?? 0
    seen.set(time, nth + 1)
    return total.get(time) === 2 ? nth : -1
  })
}
