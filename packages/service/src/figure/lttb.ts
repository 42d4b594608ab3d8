/** A point of a curve. */
export interface Point {
  at: number
  value: number
}

/**
 * Largest triangle, three buckets (Steinarsson 2013): at most `count` of the points, ends included, such that the
 * curve keeps its shape. Points ascend in time.
 */
export function thin(points: readonly Point[], count: number): Point[] {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || points.length <= count || count < 3)
    return count < 3 && first && last ? [first, last] : [...points]
  const kept = [first]
  const width = (points.length - 2) / (count - 2)
  let previous = first
  for (let bucket = 0; bucket < count - 2; bucket += 1) {
    const start = 1 + Math.floor(bucket * width)
    const end = 1 + Math.floor((bucket + 1) * width)
    const next = points.slice(end, bucket === count - 3 ? points.length : 1 + Math.floor((bucket + 2) * width))
    const mean = meanOf(next.length > 0 ? next : [last])
    let best = previous
    let area = -1
    for (let index = start; index < end; index += 1) {
      const point = points[index]
      if (!point) continue
      const own = Math.abs(
        (previous.at - mean.at) * (point.value - previous.value) -
          (previous.at - point.at) * (mean.value - previous.value),
      )
      if (own > area) {
        area = own
        best = point
      }
    }
    kept.push(best)
    previous = best
  }
  kept.push(last)
  return kept
}

function meanOf(points: readonly Point[]): Point {
  const sum = points.reduce((total, { at, value }) => ({ at: total.at + at, value: total.value + value }), {
    at: 0,
    value: 0,
  })
  return { at: sum.at / points.length, value: sum.value / points.length }
}
