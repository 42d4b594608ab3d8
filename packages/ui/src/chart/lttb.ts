export interface Point {
  x: number
  y: number
}

/** Index of the point in [from, to) that spans the largest triangle with `before` and `after`. */
function largest(points: readonly Point[], from: number, to: number, before: Point, after: Point): number {
  let best = from
  let most = -1
  for (let index = from; index < to; index += 1) {
    const { x, y } = points[index] as Point
    const area = Math.abs((before.x - after.x) * (y - before.y) - (before.x - x) * (after.y - before.y))
    if (area > most) {
      most = area
      best = index
    }
  }
  return best
}

function mean(points: readonly Point[], from: number, to: number): Point {
  let x = 0
  let y = 0
  for (let index = from; index < to; index += 1) {
    x += (points[index] as Point).x
    y += (points[index] as Point).y
  }
  const count = Math.max(to - from, 1)
  return { x: x / count, y: y / count }
}

/**
 * Largest triangle, three buckets (Steinarsson 2013): at most `limit` of the points, those that keep the shape.
 * First, last, lowest and highest point are always among them; the order stays.
 */
export function lttb(points: readonly Point[], limit: number): readonly Point[] {
  const count = points.length
  if (count <= limit || count < 5) return points
  let low = 0
  let high = 0
  points.forEach(({ y }, index) => {
    if (y < (points[low] as Point).y) low = index
    if (y > (points[high] as Point).y) high = index
  })
  const kept = new Set([0, count - 1, low, high])
  const buckets = Math.max(limit - kept.size, 0)
  const size = (count - 2) / Math.max(buckets, 1)
  let before = points[0] as Point
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const from = 1 + Math.floor(bucket * size)
    const to = 1 + Math.floor((bucket + 1) * size)
    const afterTo = Math.min(1 + Math.floor((bucket + 2) * size), count)
    const index = largest(points, from, to, before, mean(points, Math.min(to, count - 1), Math.max(afterTo, to + 1)))
    kept.add(index)
    before = points[index] as Point
  }
  return [...kept].sort((a, b) => a - b).map((index) => points[index] as Point)
}

/**
 * The runs of a curve without gaps, together at most about `limit` points; null parts them.
 * Every run keeps at least its ends, its lowest and its highest point.
 */
export function downsample(
  values: readonly (number | null)[],
  xOf: (index: number) => number,
  limit: number,
): Point[][] {
  const runs: Point[][] = []
  let run: Point[] = []
  let known = 0
  values.forEach((value, index) => {
    if (value === null) {
      if (run.length > 0) runs.push(run)
      run = []
      return
    }
    known += 1
    run.push({ x: xOf(index), y: value })
  })
  if (run.length > 0) runs.push(run)
  if (known <= limit) return runs
  return runs.map((points) => [...lttb(points, Math.max(4, Math.floor((points.length / known) * limit)))])
}
