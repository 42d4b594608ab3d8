interface Curve {
  voltageV: readonly number[]
  currentA: readonly number[]
}

/**
 * At most `most` points of a curve, by rising voltage and evenly spaced along the curve: the knee keeps more of them
 * than the flat part.
 */
export function thinnedCurve({ voltageV, currentA }: Curve, most: number): { voltageV: number[]; currentA: number[] } {
  const points = voltageV.map((v, place) => ({ v, i: currentA[place] ?? 0 })).toSorted((a, b) => a.v - b.v || b.i - a.i)
  const kept = points.length <= most ? points : alongIt(points, most)
  return { voltageV: kept.map(({ v }) => v), currentA: kept.map(({ i }) => i) }
}

type Point = Record<'v' | 'i', number>

function alongIt(points: readonly Point[], most: number): Point[] {
  const spanOf = (key: 'v' | 'i') => {
    const values = points.map((point) => point[key])
    return Math.max(...values) - Math.min(...values) || 1
  }
  const [volts, amperes] = [spanOf('v'), spanOf('i')]
  let way = 0
  const ways = points.map((point, place) => {
    const before = points[place - 1] ?? point
    way += Math.hypot((point.v - before.v) / volts, (point.i - before.i) / amperes)
    return way
  })
  const places = new Set([0, points.length - 1])
  let place = 0
  for (let nth = 1; nth < most - 1; nth += 1) {
    const wanted = (way * nth) / (most - 1)
    while (place < points.length - 1 && (ways[place] ?? 0) < wanted) place += 1
    places.add(place)
  }
  return points.filter((_, nth) => places.has(nth))
}
