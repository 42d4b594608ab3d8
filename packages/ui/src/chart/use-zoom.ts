import { type PointerEvent, useState } from 'react'
import type { ChartInput } from './model.ts'
import { epochOf, type QualitySpan } from './types.ts'

/** First bin that is shown and the one after the last. */
export type BinSpan = readonly [from: number, to: number]

const leastBins = 6

export const binsOf = (input: ChartInput): number => Math.max(0, ...input.series.map(({ values }) => values.length))

/** The same chart over a part of its bins. */
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

/** Spans that reach into [from, to), epoch ms. */
export const spansWithin = (spans: readonly QualitySpan[], from: number, to: number): QualitySpan[] =>
  spans
    .filter((span) => epochOf(span.to) > from && epochOf(span.from) < to)
    .map((span) => ({ ...span, from: Math.max(epochOf(span.from), from), to: Math.min(epochOf(span.to), to) }))

/** Half or twice as many bins around one of them, kept inside 0 to `bins`; undefined: all of them. */
export function scaledSpan(span: BinSpan, around: number, factor: number, bins: number): BinSpan | undefined {
  const [first, end] = span
  const count = Math.max(leastBins, Math.round((end - first) * factor))
  if (count >= bins) return undefined
  const share = (around - first) / Math.max(end - first, 1)
  const from = Math.min(Math.max(0, Math.round(around - share * count)), bins - count)
  return [from, from + count]
}

export type Zoom = ReturnType<typeof useZoom>

/** The zoomed span, and the span that a mouse is selecting. Both count bins of the whole chart. */
export function useZoom(bins: number) {
  const [span, setSpan] = useState<BinSpan>()
  const [drawn, setDrawn] = useState<BinSpan>()
  // A span beyond the bins belongs to former data: the new ones are shown whole.
  const valid = span !== undefined && span[1] <= bins ? span : undefined
  const offset = valid?.[0] ?? 0
  return {
    span: valid,
    drawn,
    reset: () => setSpan(undefined),
    scale: (around: number, factor: number) => setSpan(scaledSpan(valid ?? [0, bins], around + offset, factor, bins)),
    /** `bin`: the one under the pointer, of those that are shown. Only a mouse selects; a finger scrolls and reads. */
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
