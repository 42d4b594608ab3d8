/** One measured point of a curve over any quantity. */
export interface CurvePoint {
  x: number
  y: number
}

/** Interpolated values of a curve in the middle of `bins` equal steps from 0 to `to`; null outside its points. */
export function resample(points: readonly CurvePoint[], to: number, bins: number): (number | null)[] {
  const order = points.toSorted((a, b) => a.x - b.x)
  let after = 0
  return Array.from({ length: bins }, (_, bin) => {
    const x = ((bin + 0.5) * to) / bins
    while (after < order.length && (order[after]?.x ?? 0) < x) after += 1
    const [a, b] = [order[after - 1], order[after]]
    if (b && b.x === x) return b.y
    if (!a || !b) return null
    return a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x)
  })
}
