import type { IvCurve } from '@helioport/contract'

export interface Point {
  x: number
  y: number
}

export type CurveKind = 'measured' | 'stc'

/** Name of a string in URLs and lists: "1-2" is the second string, at tracker 1. */
export const stringKey = ({ mppt, string }: Pick<IvCurve, 'mppt' | 'string'>): string => `${mppt}-${string}`

/** Points of a curve in V and A; null: none at standard conditions. */
export function pointsOf(curve: IvCurve, kind: CurveKind): Point[] | null {
  const of = kind === 'stc' ? curve.stc : curve
  if (!of) return null
  const points = of.voltageV.flatMap((x, i) => {
    const y = of.currentA[i]
    return y === undefined ? [] : [{ x, y }]
  })
  return kind === 'stc' ? fromZero(points, curve.stc?.figures.iscA ?? null) : points
}

/** Warm cells have a higher voltage at 25 degC, which moves the first point away from 0 V: Isc closes the gap. */
function fromZero(points: Point[], iscA: number | null): Point[] {
  const least = Math.min(...points.map(({ x }) => x))
  const most = Math.max(...points.map(({ x }) => x))
  if (iscA === null || !(least > 0) || least >= mostMoved * most) return points
  const zero = { x: 0, y: iscA }
  return points[0]?.x === least ? [zero, ...points] : [...points, zero]
}

/** A curve that begins beyond this share of its voltage was not measured from 0 V. */
const mostMoved = 0.2

export const figuresOf = (curve: IvCurve, kind: CurveKind) => (kind === 'stc' ? curve.stc?.figures : curve.figures)

/** End of the voltage axis, V: beyond all measured points, also where figures are missing. */
export function axisEnd(curves: readonly IvCurve[], kind: CurveKind): number {
  const volts = curves.flatMap((curve) => [
    figuresOf(curve, kind)?.vocV ?? 0,
    ...(pointsOf(curve, kind) ?? []).filter(({ y }) => y >= 0).map(({ x }) => x),
  ])
  const highest = volts.reduce((most, volt) => Math.max(most, volt), 1) * room
  // A single module has tens of volts, a string many hundreds.
  const step = highest > 100 ? 50 : 5
  return Math.ceil(highest / step) * step
}

/** Space beyond the highest voltage. */
const room = 1.04

const places = 96

/**
 * Reference curve of a sound string in this scan: at each voltage the median of the other sound strings, or of all
 * others where none is sound. Strings whose Voc differs by more than a tenth have another length and are left out. The
 * measured Voc counts, since that of a faulty curve may be far off after correction to standard conditions. Null:
 * nothing to compare with.
 */
export function referenceOf(curves: readonly IvCurve[], shown: IvCurve, kind: CurveKind): Point[] | null {
  const voc = (curve: IvCurve) => figuresOf(curve, 'measured')?.vocV ?? null
  const own = voc(shown)
  const others = curves.filter((curve) => {
    const other = voc(curve)
    return curve !== shown && other !== null && (own === null || Math.abs(other - own) <= 0.1 * own)
  })
  const sound = others.filter(({ verdict }) => verdict === 'healthy')
  const siblings = (sound.length > 0 ? sound : others).map((curve) =>
    (pointsOf(curve, kind) ?? []).toSorted((a, b) => a.x - b.x),
  )
  if (siblings.length === 0) return null
  const end = median(siblings.map((points) => points.at(-1)?.x ?? 0))
  return Array.from({ length: places }, (_, place) => {
    const x = (end * place) / (places - 1)
    return { x, y: median(siblings.map((points) => currentAt(points, x))) }
  })
}

/** Linear interpolation; before the first point its current, beyond the last 0. */
function currentAt(points: readonly Point[], x: number): number {
  const after = points.findIndex((point) => point.x >= x)
  if (after < 0) return 0
  const [a, b] = [points[after - 1], points[after]]
  if (!b) return 0
  if (!a || b.x === a.x) return b.y
  return a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x)
}

function median(values: readonly number[]): number {
  const order = values.toSorted((a, b) => a - b)
  const middle = order.length >> 1
  return order.length % 2 === 1 ? (order[middle] ?? 0) : ((order[middle - 1] ?? 0) + (order[middle] ?? 0)) / 2
}
