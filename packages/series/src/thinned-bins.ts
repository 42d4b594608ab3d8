type Value = number | null

/** A run of bins without values between two known ones: its first bin, and the bin after its last. */
interface Gap {
  start: number
  end: number
}

/** First, last, and one range with its lowest and highest value. */
const least = 4
/** A gap is kept as its first bin, the value before it and the value after it. */
const binsPerGap = 3

/**
 * Chooses the bins of a curve to keep, at most `limit` of them: ascending indices into `values`.
 *
 * The curve is cut into ranges of equal numbers of bins. The lowest and the highest value of each range are kept, so
 * the peak of the curve is kept, too. The first and the last value are kept. A gap is kept as its first bin (null)
 * between the values at its edges; if there are too many gaps, the longest are kept, at least a fifth of `limit` of
 * them. Bins before the first and after the last value are dropped.
 *
 * @param values one per bin; null: not known
 * @throws RangeError if `limit` is below 4: first, last, lowest and highest value need one each
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

/** Each bin once, in ascending order. */
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

/**
 * Lowest and highest value of each range. Among equal values the first is the lowest and the last the highest: a flat
 * range keeps both ends.
 */
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
