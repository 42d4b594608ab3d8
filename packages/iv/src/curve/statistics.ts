export function median(values: readonly number[]): number {
  const order = values.toSorted((a, b) => a - b)
  const middle = order.length >> 1
  return order.length % 2 === 1 ? (order[middle] ?? 0) : ((order[middle - 1] ?? 0) + (order[middle] ?? 0)) / 2
}

/** Standard deviation robust against outliers: 1.4826 times the median distance from the median. */
export function robustSpread(values: readonly number[]): number {
  if (values.length < 2) return 0
  const centre = median(values)
  return 1.4826 * median(values.map((value) => Math.abs(value - centre)))
}

export const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

/** Last index of a rising list whose value is not above `x`; 0 if all are. */
export function indexBelow(rising: ArrayLike<number>, x: number): number {
  let [low, high] = [0, rising.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((rising[middle] ?? 0) <= x) low = middle
    else high = middle
  }
  return low
}

/** Linear interpolation over rising x; beyond the ends the last line is extrapolated. */
export function interpolate(xs: ArrayLike<number>, ys: ArrayLike<number>, x: number): number {
  const i = indexBelow(xs, x)
  const [x0, x1] = [xs[i] ?? 0, xs[i + 1] ?? xs[i] ?? 0]
  const [y0, y1] = [ys[i] ?? 0, ys[i + 1] ?? ys[i] ?? 0]
  return x1 > x0 ? y0 + ((y1 - y0) * (x - x0)) / (x1 - x0) : y0
}
