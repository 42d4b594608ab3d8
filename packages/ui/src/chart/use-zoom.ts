import { type PointerEvent, useMemo, useState } from 'react'
import { type TimeRange, useChartRange } from './chart-range.tsx'
import type { ChartInput } from './model.ts'
import { epochOf, type QualitySpan } from './types.ts'

/** First shown bin, and the bin after the last one. */
export type BinSpan = readonly [from: number, to: number]

const leastBins = 6

export const binsOf = (input: ChartInput): number => Math.max(0, ...input.series.map(({ values }) => values.length))

/** The same chart with a part of its bins. */
export function zoomedInput<T extends ChartInput>(input: T, span: BinSpan | undefined): T {
  if (!span) return input
  const [first, end] = span
  const start = epochOf(input.from)
  const binMs = input.binMinutes * 60_000
  const { formatBin, ticks } = input
  const { starts } = input
  const [from, to] = starts
    ? [starts[first] ?? start, starts[end] ?? epochOf(input.to)]
    : [start + first * binMs, start + end * binMs]
  return {
    ...input,
    from,
    to,
    ...(starts ? { starts: starts.slice(first, end) } : {}),
    ...(formatBin ? { formatBin: (bin: number) => formatBin(bin + first) } : {}),
    ...(ticks ? { ticks: ticks.filter(({ at }) => at >= from && at <= to) } : {}),
    series: input.series.map((series) => ({ ...series, values: series.values.slice(first, end) })),
  }
}

/** Spans that overlap [from, to), clipped to it, epoch ms. */
export const spansWithin = (spans: readonly QualitySpan[], from: number, to: number): QualitySpan[] =>
  spans
    .filter((span) => epochOf(span.to) > from && epochOf(span.from) < to)
    .map((span) => ({ ...span, from: Math.max(epochOf(span.from), from), to: Math.min(epochOf(span.to), to) }))

/** The span scaled by `factor` around a bin, kept inside 0 to `bins`; undefined: all bins. */
export function scaledSpan(span: BinSpan, around: number, factor: number, bins: number): BinSpan | undefined {
  const [first, end] = span
  const count = Math.max(leastBins, Math.round((end - first) * factor))
  if (count >= bins) return undefined
  const share = (around - first) / Math.max(end - first, 1)
  const from = Math.min(Math.max(0, Math.round(around - share * count)), bins - count)
  return [from, from + count]
}

/** The span moved by a number of bins, kept inside 0 to `bins`. */
export function movedSpan([first, end]: BinSpan, by: number, bins: number): BinSpan {
  const count = end - first
  const from = Math.min(Math.max(0, first + by), Math.max(0, bins - count))
  return [from, from + count]
}

/**
 * The span after two fingers moved from `begun` to `now`, each a share of the width: the bins under the fingers stay
 * under them. Undefined: all bins.
 */
export function pinchedSpan(
  span: BinSpan,
  begun: readonly [number, number],
  now: readonly [number, number],
  bins: number,
): BinSpan | undefined {
  const count = span[1] - span[0]
  const apart = Math.max(Math.abs(now[1] - now[0]), 0.01)
  const shown = Math.max(leastBins, Math.round((count * Math.abs(begun[1] - begun[0])) / apart))
  if (shown >= bins) return undefined
  const held = span[0] + ((begun[0] + begun[1]) / 2) * count
  const from = Math.min(Math.max(0, Math.round(held - ((now[0] + now[1]) / 2) * shown)), bins - shown)
  return [from, from + shown]
}

/**
 * Bins that overlap the period; undefined: too few or all of them. `startOf`: start of a bin, and of the one after the
 * last.
 */
export function spanIn(range: TimeRange, bins: number, startOf: (bin: number) => number): BinSpan | undefined {
  if (!range) return undefined
  let [first, end] = [bins, 0]
  for (let bin = 0; bin < bins; bin += 1) {
    if (startOf(bin) >= range[1] || startOf(bin + 1) <= range[0]) continue
    first = Math.min(first, bin)
    end = bin + 1
  }
  return end - first < leastBins || (first === 0 && end === bins) ? undefined : [first, end]
}

function startsOf(input: ChartInput): (bin: number) => number {
  const from = epochOf(input.from)
  const { starts, binMinutes, to } = input
  return (bin) => (starts ? (starts[bin] ?? epochOf(to)) : from + bin * binMinutes * 60_000)
}

/** The shown span: the one that all charts of the page share, or the chart's own. */
function useSpan(input: ChartInput, bins: number): [BinSpan | undefined, (span: BinSpan | undefined) => void] {
  const shared = useChartRange()
  const [own, setOwn] = useState<BinSpan>()
  const range = input.isTimeless ? undefined : shared?.range
  const { from, to, binMinutes, starts } = input
  const fromShared = useMemo(
    () => spanIn(range, bins, startsOf({ from, to, binMinutes, ...(starts ? { starts } : {}) } as ChartInput)),
    [range, bins, from, to, binMinutes, starts],
  )
  if (!shared || input.isTimeless) return [own !== undefined && own[1] <= bins ? own : undefined, setOwn]
  const startOf = startsOf(input)
  return [fromShared, (span) => shared.setRange(span && [startOf(span[0]), startOf(span[1])])]
}

export type Zoom = ReturnType<typeof useZoom>

/** The zoomed span, and the span that a mouse is selecting. Both count bins of the whole chart. */
export function useZoom(input: ChartInput) {
  const bins = binsOf(input)
  // A span beyond the bins belongs to earlier data: newer data are shown whole.
  const [span, setSpan] = useSpan(input, bins)
  const [drawn, setDrawn] = useState<BinSpan>()
  const offset = span?.[0] ?? 0
  const shown: BinSpan = span ?? [0, bins]
  return {
    span,
    drawn,
    shown,
    reset: () => setSpan(undefined),
    scale: (around: number, factor: number) => setSpan(scaledSpan(shown, around + offset, factor, bins)),
    /** Moves the span by a share of its length; does nothing when all bins are shown. */
    move: (share: number) => {
      const by = Math.sign(share) * Math.max(1, Math.round(Math.abs(share) * (shown[1] - shown[0])))
      if (span && share !== 0) setSpan(movedSpan(span, by, bins))
    },
    /** `from`: the span when the two fingers touched; see pinchedSpan. */
    pinch: (from: BinSpan, begun: readonly [number, number], now: readonly [number, number]) => {
      setDrawn(undefined)
      setSpan(pinchedSpan(from, begun, now, bins))
    },
    /** `bin`: index among the shown bins. Only a mouse selects; a finger scrolls and reads. */
    begin: (event: PointerEvent, bin: number) => {
      if (event.pointerType === 'mouse' && event.button === 0) setDrawn([bin, bin])
    },
    draw: (bin: number) => setDrawn((from) => from && [from[0], bin]),
    end: () => {
      setDrawn(undefined)
      if (!drawn) return
      const [from, to] = [Math.min(...drawn), Math.max(...drawn) + 1]
      if (to - from >= leastBins) setSpan([from + offset, to + offset])
    },
  }
}
