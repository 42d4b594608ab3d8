import type { IvCurve, IvScanDetail } from '@helioport/contract'
import { stringKey } from './reference.ts'

/** Deviation of a string's power from each reference; null: no reference. Shares: -0.05 is 5 % less. */
export interface Deviation {
  datasheet: number | null
  siblings: number | null
  past: number | null
}

/** Strings whose Voc differs by more than this have another length and are not siblings. */
const sameLength = 0.1

const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return null
  return sorted.length % 2 ? (sorted[middle] ?? null) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

const off = (value: number | null | undefined, from: number | null | undefined) =>
  value === null || value === undefined || !from ? null : value / from - 1

/**
 * Power at standard conditions against the datasheet and the previous scan; power of this sweep, or at standard
 * conditions where known, against the median of the other strings.
 */
export function deviationOf(curve: IvCurve, curves: readonly IvCurve[], before: IvScanDetail | undefined): Deviation {
  const figures = (one: IvCurve) => one.stc?.figures ?? one.figures
  const own = figures(curve)
  const others = curves.filter((one) => {
    const { vocV } = figures(one)
    const isSame = own.vocV !== null && vocV !== null && Math.abs(vocV - own.vocV) <= sameLength * own.vocV
    return one !== curve && isSame && Boolean(one.stc) === Boolean(curve.stc)
  })
  const earlier = before?.curves.find((one) => stringKey(one) === stringKey(curve))
  return {
    datasheet: off(curve.stc?.figures.pmpW, curve.stc?.datasheetPmpW),
    siblings: off(own.pmpW, median(others.flatMap((one) => figures(one).pmpW ?? []))),
    past: off(curve.stc?.figures.pmpW, earlier?.stc?.figures.pmpW),
  }
}
