import type { Curve } from './curve.ts'
import { interpolate } from './statistics.ts'

/** Minimal number of points for a verdict. */
export const leastPoints = 10

export interface Row {
  v: number
  i: number
  /** Its index in the measured lists. */
  sample: number
}

/** Share of the points, of lowest voltage, that decide the sign of the current. */
const lowShare = 0.15

/**
 * Makes the generated current positive. Tracers that count consumed current write it as negative, and four-quadrant
 * tracers go beyond Voc with larger currents: so only the points near 0 V decide the sign.
 */
export function turnedUp(rows: Row[]): Row[] {
  const rising = rows.toSorted((a, b) => a.v - b.v)
  const low = rising.slice(0, Math.max(5, Math.round(lowShare * rows.length))).map(({ i }) => i)
  const most = Math.max(...rows.map(({ i }) => Math.abs(i)))
  const below = low.filter((i) => i < -0.02 * most).length
  const above = low.filter((i) => i > 0.02 * most).length
  return below > above && below > low.length / 2 ? rows.map((row) => ({ ...row, i: -row.i })) : rows
}

/** Maximal share of steps against the direction of a sweep, by noise of the voltage. */
const against = 0.15
const wayShare = 0.6

/**
 * Averages a forward and a backward sweep: cells of high voltage store charge, so the two lie on opposite sides of the
 * true curve. A sweep in one direction stays as it is.
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

/** Whether the points go in one direction through most of the voltages. */
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

/** Points beyond Voc are kept up to this share of the greatest current below zero. */
const beyondVoc = 0.05

/** The points as of a sweep in one direction up to Voc, for callers that keep only some of them. */
export function oneWay({ voltageV, currentA }: Curve): Curve {
  const rows = voltageV.map((v, sample): Row => ({ v, i: currentA[sample] ?? 0, sample }))
  const swept = bothWays(turnedUp(rows))
  const most = Math.max(...swept.map(({ i }) => i))
  const kept = swept.filter(({ i }) => i > -beyondVoc * most)
  return { voltageV: kept.map(({ v }) => v), currentA: kept.map(({ i }) => i) }
}
