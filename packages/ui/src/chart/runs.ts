import { thinnedBins } from '@helioport/series'

/** A measured value at its place on the horizontal axis. */
export interface Point {
  x: number
  y: number
}

/**
 * The parts of a curve between its gaps, together at most `limit` points.
 * `xOf`: position of a bin on the horizontal axis.
 */
export function runsOf(values: readonly (number | null)[], xOf: (bin: number) => number, limit: number): Point[][] {
  const runs: Point[][] = []
  let run: Point[] | undefined
  for (const bin of thinnedBins(values, limit)) {
    const y = values[bin] ?? null
    if (y === null) run = undefined
    else if (run) run.push({ x: xOf(bin), y })
    else runs.push((run = [{ x: xOf(bin), y }]))
  }
  return runs
}
