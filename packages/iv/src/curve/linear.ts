/**
 * Solves m·x = b for a symmetric, positive matrix by elimination with pivots; null: it is singular. `m` and `b` are
 * used up.
 */
export function solve(m: number[][], b: number[]): number[] | null {
  const n = b.length
  for (let i = 0; i < n; i++) {
    let pivot = i
    for (let k = i + 1; k < n; k++) if (Math.abs(m[k]?.[i] ?? 0) > Math.abs(m[pivot]?.[i] ?? 0)) pivot = k
    ;[m[i], m[pivot]] = [m[pivot] ?? [], m[i] ?? []]
    ;[b[i], b[pivot]] = [b[pivot] ?? 0, b[i] ?? 0]
    const own = m[i] ?? []
    const lead = own[i] ?? 0
    if (!(Math.abs(lead) > 1e-300)) return null
    for (let k = i + 1; k < n; k++) {
      const row = m[k] ?? []
      const factor = (row[i] ?? 0) / lead
      if (factor === 0) continue
      for (let j = i; j < n; j++) row[j] = (row[j] ?? 0) - factor * (own[j] ?? 0)
      b[k] = (b[k] ?? 0) - factor * (b[i] ?? 0)
    }
  }
  const x = Array.from({ length: n }, () => 0)
  for (let i = n - 1; i >= 0; i--) {
    let rest = b[i] ?? 0
    for (let j = i + 1; j < n; j++) rest -= (m[i]?.[j] ?? 0) * (x[j] ?? 0)
    x[i] = rest / (m[i]?.[i] ?? 1)
  }
  return x.every(Number.isFinite) ? x : null
}

/** Weighted straight line y = level + slope·x; null: fewer than two different x. */
export function line(
  x: readonly number[],
  y: readonly number[],
  weight: (i: number) => number = () => 1,
): { level: number; slope: number } | null {
  let [s, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    const [w, xi, yi] = [weight(i), x[i] ?? 0, y[i] ?? 0]
    s += w
    sx += w * xi
    sy += w * yi
    sxx += w * xi * xi
    sxy += w * xi * yi
  }
  const determinant = s * sxx - sx * sx
  if (!(determinant > 1e-12 * s * sxx)) return null
  const slope = (s * sxy - sx * sy) / determinant
  return { level: (sy - slope * sx) / s, slope }
}
