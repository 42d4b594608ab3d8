import type { IvCurve } from '@helioport/contract'

export interface Point {
  x: number
  y: number
}

export type CurveKind = 'measured' | 'stc'

/** Name of a string in URLs and lists: "1-2" is the second string, at tracker 1. */
export const stringKey = ({ mppt, string }: Pick<IvCurve, 'mppt' | 'string'>): string => `${mppt}-${string}`

/** Volts and amperes of a curve; null: there is none at standard conditions. */
export function pointsOf(curve: IvCurve, kind: CurveKind): Point[] | null {
  const of = kind === 'stc' ? curve.stc : curve
  if (!of) return null
  const points = of.voltageV.flatMap((x, i) => {
    const y = of.currentA[i]
    return y === undefined ? [] : [{ x, y }]
  })
  return kind === 'stc' ? fromZero(points, curve.stc?.figures.iscA ?? null) : points
}

/** Cells that were warm give more voltage at 25 degC: the first point moves away from 0 V, where Isc is still told. */
function fromZero(points: Point[], iscA: number | null): Point[] {
  const least = Math.min(...points.map(({ x }) => x))
  const most = Math.max(...points.map(({ x }) => x))
  if (iscA === null || !(least > 0) || least >= mostMoved * most) return points
  const zero = { x: 0, y: iscA }
  return points[0]?.x === least ? [zero, ...points] : [...points, zero]
}

/** Beyond this share of its voltages a curve was not measured from 0 V on. */
const mostMoved = 0.2

export const figuresOf = (curve: IvCurve, kind: CurveKind) => (kind === 'stc' ? curve.stc?.figures : curve.figures)

/** V: where the axis of these curves ends, beyond all that was measured, also where no figures could be told of it. */
export function axisEnd(curves: readonly IvCurve[], kind: CurveKind): number {
  const volts = curves.flatMap((curve) => [
    figuresOf(curve, kind)?.vocV ?? 0,
    ...(pointsOf(curve, kind) ?? []).filter(({ y }) => y >= 0).map(({ x }) => x),
  ])
  const highest = volts.reduce((most, volt) => Math.max(most, volt), 1) * room
  // A module alone has some tens of volts, a string many hundreds.
  const step = highest > 100 ? 50 : 5
  return Math.ceil(highest / step) * step
}

/** So much is left beside the highest voltage. */
const room = 1.04

const places = 96

/**
 * What a sound string of this scan looks like: at each voltage the median of the others that are sound, or, where none
 * is, of all others. Strings whose Voc differs by more than a tenth have another length and are left out; what was
 * measured tells it, since a hurt curve may miss its Voc by far once it is brought to standard conditions. Null: there is
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

/** Between two points the straight line; before the first its current, beyond the last none. */
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
