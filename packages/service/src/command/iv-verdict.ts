import {
  ivPointCount,
  type IvFigures,
  type IvSilence,
  type IvVerdict,
  minIrradianceForVerdict,
} from '@helioport/contract'
import { type Curve, sorted } from './iv-curve.ts'

/** What a string's curve says; `evidence`: the measure that decided and what a sound string shows. */
export interface Judgement {
  verdict: IvVerdict | null
  confidence: number | null
  evidence: { value: number; expected: number } | null
  silence: IvSilence | null
}

/** Limits of the shape, as shares: see `shapeOf`. */
const dentLimit = 0.03
const currentLimit = 0.94
const openLimit = 0.02
const voltageLimit = 0.97
const shuntLimit = 0.05
const seriesLimit = 0.035
const fillLimit = 0.7

interface Shape {
  /** How far the curve lies below its hull, share of Isc: a sound curve bends one way only, a step does not. */
  dent: number
  /** Loss of current from V = 0 to half of Voc, share of Isc: shunt. */
  shunt: number
  /** Isc·dV/dI at Voc, share of Voc: series resistance, with the diode's own part. */
  series: number
}

/**
 * Judges the strings of one scan by shape and against each other (marks of domain.md 2.4: Isc within 3-5 %, Voc 2-3 %,
 * fill factor over 70 %). Nothing is said without enough light.
 */
export function judgeStrings(
  strings: readonly { curve: Curve; figures: IvFigures }[],
  irradianceWm2: number | null,
): Judgement[] {
  const iscs = strings.map(({ figures }) => figures.iscA ?? 0)
  const typicalIsc = median(iscs.filter((isc) => isc > openLimit * Math.max(...iscs, 0)))
  const typicalVoc = median(strings.flatMap(({ figures }) => figures.vocV ?? []))
  const shapes = strings.map(({ curve, figures }) => shapeOf(curve, figures))
  const typicalSeries = median(shapes.flatMap((shape) => shape?.series ?? []))
  const typicalShunt = median(shapes.flatMap((shape) => shape?.shunt ?? []))
  return strings.map(({ curve, figures }, i) => {
    const silence = silenceOf(curve, irradianceWm2)
    if (silence) return { verdict: null, confidence: null, evidence: null, silence }
    const shape = shapes[i] ?? null
    return judge(figures, shape, { typicalIsc, typicalVoc, typicalSeries, typicalShunt })
  })
}

function silenceOf({ voltageV }: Curve, irradianceWm2: number | null): IvSilence | null {
  if (irradianceWm2 === null) return 'noIrradiance'
  if (irradianceWm2 < minIrradianceForVerdict) return 'lowIrradiance'
  return voltageV.length < ivPointCount / 2 ? 'tooFewPoints' : null
}

interface Typical {
  typicalIsc: number
  typicalVoc: number
  typicalSeries: number
  typicalShunt: number
}

function judge({ iscA, vocV, fillFactor }: IvFigures, shape: Shape | null, typical: Typical): Judgement {
  const { typicalIsc, typicalVoc } = typical
  if (iscA === null || vocV === null || !shape || iscA < openLimit * typicalIsc) {
    return said('openString', 0.98, iscA ?? 0, typicalIsc)
  }
  if (shape.dent > dentLimit) return said('shade', beyond(shape.dent, dentLimit), shape.dent, 0)
  // Strings with fewer modules by design have their own Voc: only a small lack is one.
  const voltage = vocV / typicalVoc
  const lowVoltage = voltage < voltageLimit && voltage > 0.8
  const shunt = Math.max(shape.shunt - Math.min(typical.typicalShunt, 0.02), 0)
  const series = shape.series - Math.min(typical.typicalSeries, 0.11)
  if (lowVoltage && (fillFactor ?? 1) < 0.76) {
    return said('degraded', beyond(1 - voltage, 1 - voltageLimit), vocV, typicalVoc)
  }
  if (lowVoltage) return said('lowVoltage', beyond(1 - voltage, 1 - voltageLimit), vocV, typicalVoc)
  if (shunt > shuntLimit && shunt / shuntLimit >= series / seriesLimit) {
    return said('shunt', beyond(shunt, shuntLimit), shape.shunt, typical.typicalShunt)
  }
  if (series > seriesLimit) {
    return said('seriesResistance', beyond(series, seriesLimit), shape.series, typical.typicalSeries)
  }
  const current = iscA / typicalIsc
  if (current < currentLimit) return said('soiling', beyond(1 - current, 1 - currentLimit), iscA, typicalIsc)
  if ((fillFactor ?? 1) < fillLimit) return said('degraded', 0.6, fillFactor ?? 0, fillLimit)
  const nearest = Math.max(
    shape.dent / dentLimit,
    shunt / shuntLimit,
    series / seriesLimit,
    (1 - current) / (1 - currentLimit),
    (1 - voltage) / (1 - voltageLimit),
  )
  return said('healthy', Math.min(0.95, 1 - nearest / 2), fillFactor ?? 0, fillFactor ?? 0)
}

const said = (verdict: IvVerdict, confidence: number, value: number, expected: number): Judgement => ({
  verdict,
  confidence: Math.round(Math.max(confidence, 0.5) * 100) / 100,
  evidence: { value, expected },
  silence: null,
})

/** Sure to 50 % at the limit, to 95 % at three times of it. */
const beyond = (value: number, limit: number) => Math.min(0.95, 0.5 + (0.45 * (value / limit - 1)) / 2)

function shapeOf(measured: Curve, { iscA, vocV, seriesOhm }: IvFigures): Shape | null {
  if (iscA === null || vocV === null) return null
  const { voltageV, currentA } = sorted(measured)
  const points = voltageV.flatMap((v, i) => (v <= vocV ? [{ v, i: currentA[i] ?? 0 }] : []))
  return {
    // Beyond its own Voc a string carries nothing while its tracker is swept on: no part of its shape.
    dent: dentOf(points.filter(({ i }) => i > openLimit * iscA)) / iscA,
    shunt: 1 - currentAt(points, vocV / 2) / iscA,
    series: ((seriesOhm ?? 0) * iscA) / vocV,
  }
}

interface IvPoint {
  v: number
  i: number
}

/** Greatest distance of the points below their upper hull, A. */
function dentOf(points: readonly IvPoint[]): number {
  const hull: IvPoint[] = []
  for (const point of points) {
    while (hull.length > 1) {
      const [a, b] = [hull.at(-2), hull.at(-1)]
      if (!a || !b || (b.v - a.v) * (point.i - a.i) - (b.i - a.i) * (point.v - a.v) < 0) break
      hull.pop()
    }
    hull.push(point)
  }
  return Math.max(0, ...points.map((point) => currentAt(hull, point.v) - point.i))
}

function currentAt(points: readonly IvPoint[], v: number): number {
  const at = points.findIndex((point) => point.v >= v)
  const [a, b] = [points[Math.max(at - 1, 0)], points[at]]
  if (!a || !b) return points.at(-1)?.i ?? 0
  return b.v > a.v ? a.i + ((b.i - a.i) * (v - a.v)) / (b.v - a.v) : b.i
}

function median(values: readonly number[]): number {
  const order = values.toSorted((a, b) => a - b)
  const middle = order.length >> 1
  return order.length % 2 === 1 ? (order[middle] ?? 0) : ((order[middle - 1] ?? 0) + (order[middle] ?? 0)) / 2
}
