import type { IvCurve } from '@helioport/contract'
import type { Point } from './reference.ts'

export type EvidenceMark = 'step' | 'slopeAtVoc' | 'slopeAtIsc' | 'current' | 'voltage'

export interface EvidenceLines {
  /** The part of the measured curve that differs most from the expected one. */
  differs: Point[] | null
  /** The deciding measure, as a line in the chart. */
  mark: { of: EvidenceMark; points: Point[] } | null
}

/** Evidence of a verdict, drawn into the measured curve. A sound string has none. */
export function evidenceLines(curve: IvCurve): EvidenceLines {
  const { evidence, verdict } = curve
  if (!evidence || verdict === null || verdict === 'healthy') return { differs: null, mark: null }
  return { differs: stretchOf(curve, evidence.samples), mark: markOf(curve) }
}

/** Largest gap between samples of one stretch, as a share of the curve. */
const apart = 0.06

/** The stretch with most samples; null: too few for a line. */
function stretchOf({ voltageV, currentA }: IvCurve, samples: readonly number[]): Point[] | null {
  const end = Math.max(...voltageV, 1)
  const order = samples.toSorted((a, b) => (voltageV[a] ?? 0) - (voltageV[b] ?? 0))
  const stretches: number[][] = []
  for (const sample of order) {
    const last = stretches.at(-1)?.at(-1)
    const isNear = last !== undefined && (voltageV[sample] ?? 0) - (voltageV[last] ?? 0) <= apart * end
    if (isNear) stretches.at(-1)?.push(sample)
    else stretches.push([sample])
  }
  const [longest = []] = stretches.toSorted((a, b) => b.length - a.length)
  const [first, last] = [voltageV[longest[0] ?? -1], voltageV[longest.at(-1) ?? -1]]
  if (longest.length < 2 || first === undefined || last === undefined) return null
  const points = voltageV.flatMap((x, i) => {
    const y = currentA[i]
    return y !== undefined && x >= first && x <= last ? [{ x, y }] : []
  })
  return points.toSorted((a, b) => a.x - b.x)
}

/** Length of a drawn tangent, as a share of Isc and of Voc. */
const drawnShare = 0.5
/** Length of a drawn level, as a share of Voc. */
const levelShare = 0.35

function markOf({ evidence, figures: { iscA, vocV } }: IvCurve): EvidenceLines['mark'] {
  if (!evidence || iscA === null || vocV === null) return null
  const { measure, value, expected } = evidence
  const level = (y: number, to: number) => [
    { x: 0, y },
    { x: to, y },
  ]
  switch (measure) {
    case 'step':
      return { of: measure, points: level(value * iscA, vocV) }
    case 'current':
      return { of: measure, points: level(value, levelShare * vocV) }
    case 'voltage': {
      const y = drawnShare * iscA
      const [low, high] = [Math.min(value, expected), Math.max(value, expected)]
      return {
        of: measure,
        points: [
          { x: low, y },
          { x: high, y },
        ],
      }
    }
    case 'slopeAtVoc': {
      const top = drawnShare * iscA
      return {
        of: measure,
        points: [
          { x: Math.max(vocV - value * top, 0), y: top },
          { x: vocV, y: 0 },
        ],
      }
    }
    case 'slopeAtIsc':
      return {
        of: measure,
        points: [
          { x: 0, y: iscA },
          { x: drawnShare * vocV, y: iscA * (1 - value) },
        ],
      }
    default:
      return null
  }
}
