type Value = number | null

/** A stretch without values between two known ones: its first bin, and the one after its last. */
interface Gap {
  start: number
  end: number
}

/** First, last, one range with its lowest and highest value. */
const least = 4
/** A gap is kept as its first bin, the value before it and the value after it. */
const binsPerGap = 3

/**
 * Which bins of a curve are kept so that at most `limit` are left: ascending indices into `values`.
 *
 * The curve is cut into ranges of as many bins each, and of every range the lowest and the highest value stay, so the
 * peak of what is left is the peak of the whole. The first and the last value stay too. A gap stays as its first bin
 * (null) between the values at its edges; where there are more gaps than fit, the longest stay, at least a fifth of
 * `limit` of them. What comes before the first and after the last value is left out.
 *
 * @param values one per bin; null: not known
 * @throws RangeError where `limit` is below 4: first, last, lowest and highest value need as many
 */
export function thinnedBins(values: readonly Value[], limit: number): number[] {
  if (limit < least)
    throw new RangeError(`a curve of ${limit} points has no room for its ends, its lowest and its highest`)
  const first = values.findIndex((value) => value !== null)
  const last = values.findLastIndex((value) => value !== null)
  if (first < 0) return []
  const gaps = gapsBetween(values, first, last)
  const known = knownBetween(values, first, last)
  if (known.length + gaps.length <= limit) return ascending([...known, ...gaps.map(({ start }) => start)])

  const room = limit - 2
  const keptGaps = longest(gaps, Math.floor(room / (binsPerGap + 2)))
  const ranges = Math.floor((room - binsPerGap * keptGaps.length) / 2)
  return ascending([
    first,
    last,
    ...keptGaps.flatMap(({ start, end }) => [start - 1, start, end]),
    ...extremes(values, first, last, ranges),
  ])
}

/** Each bin once, in their order. */
const ascending = (bins: readonly number[]) => [...new Set(bins)].sort((a, b) => a - b)

function knownBetween(values: readonly Value[], first: number, last: number): number[] {
  const known: number[] = []
  for (let bin = first; bin <= last; bin += 1) if (values[bin] !== null) known.push(bin)
  return known
}

function gapsBetween(values: readonly Value[], first: number, last: number): Gap[] {
  const gaps: Gap[] = []
  let start: number | undefined
  for (let bin = first; bin <= last; bin += 1) {
    if (values[bin] === null) start ??= bin
    else if (start !== undefined) {
      gaps.push({ start, end: bin })
      start = undefined
    }
  }
  return gaps
}

const lengthOf = ({ start, end }: Gap) => end - start

const longest = (gaps: readonly Gap[], count: number) =>
  gaps.toSorted((a, b) => lengthOf(b) - lengthOf(a) || a.start - b.start).slice(0, count)

/** Lowest and highest of every range. Of equal ones the first is the lowest and the last the highest: flat keeps its ends. */
function extremes(values: readonly Value[], first: number, last: number, ranges: number): number[] {
  const kept: number[] = []
  const size = (last - first + 1) / ranges
  for (let range = 0; range < ranges; range += 1) {
    const end = first + Math.floor((range + 1) * size)
    let low: number | undefined
    let high: number | undefined
    for (let bin = first + Math.floor(range * size); bin < end; bin += 1) {
      const value = values[bin] ?? null
      if (value === null) continue
      if (low === undefined || value < (values[low] ?? Infinity)) low = bin
      if (high === undefined || value >= (values[high] ?? -Infinity)) high = bin
    }
    if (low !== undefined && high !== undefined) kept.push(low, high)
  }
  return kept
}
