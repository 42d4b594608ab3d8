import type { Curve } from './curve.ts'
import { interpolate } from './statistics.ts'

/** Of fewer points nothing is said. */
export const leastPoints = 10

export interface Row {
  v: number
  i: number
  /** Its place in what was measured. */
  sample: number
}

/** Share of the points, the lowest in voltage, by which the sign of the current is known. */
const lowShare = 0.15

/**
 * Tracers that count what a module takes give its current below zero, and four-quadrant ones go on beyond Voc with more
 * current than the module ever gave: only the points near 0 V tell which sign is the generated one.
 */
export function turnedUp(rows: Row[]): Row[] {
  const rising = rows.toSorted((a, b) => a.v - b.v)
  const low = rising.slice(0, Math.max(5, Math.round(lowShare * rows.length))).map(({ i }) => i)
  const most = Math.max(...rows.map(({ i }) => Math.abs(i)))
  const below = low.filter((i) => i < -0.02 * most).length
  const above = low.filter((i) => i > 0.02 * most).length
  return below > above && below > low.length / 2 ? rows.map((row) => ({ ...row, i: -row.i })) : rows
}

/** Share of the steps of one way that may go against it, by noise of the voltage. */
const against = 0.15
const wayShare = 0.6

/**
 * A sweep there and back: cells of high voltage store charge, so both ways lie beside the curve, one on each side. Their
 * middle is taken; a sweep one way stays as it is.
 */
export function bothWays(rows: Row[]): Row[] {
  const ends = [indexOfEnd(rows, 1), indexOfEnd(rows, -1)]
  for (const end of ends) {
    const there = rows.slice(0, end + 1)
    const back = rows.slice(end + 1)
    if (Math.min(there.length, back.length) < 0.25 * rows.length || !isWay(there, rows) || !isWay(back, rows)) continue
    const [one, other] = [there, back].map((way) => way.toSorted((a, b) => a.v - b.v))
    if (!one || !other) continue
    const [vs, is] = [other.map(({ v }) => v), other.map(({ i }) => i)]
    const [low, high] = [vs[0] ?? 0, vs.at(-1) ?? 0]
    return one.map((row) =>
      row.v < low || row.v > high ? row : { ...row, i: (row.i + interpolate(vs, is, row.v)) / 2 },
    )
  }
  return rows
}

function indexOfEnd(rows: readonly Row[], sign: 1 | -1): number {
  let [best, at] = [Number.NEGATIVE_INFINITY, 0]
  for (const [i, { v }] of rows.entries()) if (sign * v > best) [best, at] = [sign * v, i]
  return at
}

/** Goes one way through most of the voltages. */
function isWay(way: readonly Row[], all: readonly Row[]): boolean {
  const span = (rows: readonly Row[]) => {
    const vs = rows.map(({ v }) => v)
    return Math.max(...vs) - Math.min(...vs)
  }
  let [up, down] = [0, 0]
  for (let k = 1; k < way.length; k++) {
    const step = (way[k]?.v ?? 0) - (way[k - 1]?.v ?? 0)
    if (step > 0) up++
    if (step < 0) down++
  }
  return Math.min(up, down) <= against * (up + down) && span(way) > wayShare * span(all)
}

/** Share of the greatest current that may be below zero at the end: what a sweep takes in beyond Voc says nothing of it. */
const beyondVoc = 0.05

/** Points as a sweep one way up to Voc would have given them, for those who keep only some of them. */
export function oneWay({ voltageV, currentA }: Curve): Curve {
  const rows = voltageV.map((v, sample): Row => ({ v, i: currentA[sample] ?? 0, sample }))
  const swept = bothWays(turnedUp(rows))
  const most = Math.max(...swept.map(({ i }) => i))
  const kept = swept.filter(({ i }) => i > -beyondVoc * most)
  return { voltageV: kept.map(({ v }) => v), currentA: kept.map(({ i }) => i) }
}
