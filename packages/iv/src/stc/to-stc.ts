import { type Curve, stcC, stcWm2 } from '../curve/curve.ts'
import { type Figures, measure, measureClean, type Measured } from '../curve/figures.ts'
import { noiseShareOf } from '../curve/smooth.ts'
import { median } from '../curve/statistics.ts'
import type { ModuleData } from '../module/module-data.ts'
import { byLength } from '../curve/by-length.ts'
import {
  type Basis,
  basisOf,
  type Coefficients,
  coefficientsBeside,
  type StringModules,
  type SweptAt,
} from './coefficients.ts'
import { sharedShape } from './shared-shape.ts'
import { kindBySheet, kindUnlessGuessed, translation, type Translated } from './translate.ts'

export interface AtStc {
  curve: Curve
  /** For each point of the curve, the index of its measured point. */
  samples: readonly number[]
  figures: Figures
  /** Half width of the range that holds Pmp in 95 of 100 cases, W; irradiance and temperature count as exact. */
  pmpErrorW: number
  /** `general`: typical coefficients of crystalline silicon, without a datasheet. */
  coefficients: 'datasheet' | 'general'
  modules: number | null
  parallel: number | null
}

/** Minimal irradiance for a translation to 1000 W/m2, with a datasheet and without. */
const darkestWm2 = 50
const darkestAloneWm2 = 200

/** Without a datasheet: limit of noise (share of Isc) times distance from 25 degC, K; beyond it noise hides heat. */
const mostHeatNoise = 0.45

/** Without a datasheet: largest estimated error of Pmp, as a share, with a result: no more than 4 % are wanted. */
const mostAloneError = 0.035

/** Error of Pmp, as a share, above which it is only roughly known. */
export const roughError = 0.01

/** Standard deviations of the translation itself, as shares of Pmp, with a datasheet and without; by simulation. */
const [sheetSpread, aloneSpread] = [0.0025, 0.01]

/** Standard deviation of Pmp of a string that disagrees with its siblings, as a share of what it lacks. */
const faultSpread = 0.1

/** A string of a scan, with its irradiance and temperature; unknown counts of modules follow from the curves. */
export interface SweptString extends SweptAt, Omit<StringModules, 'module'> {
  curve: Curve
}

/**
 * Translates a string's curve to 1000 W/m2 and 25 degC, by default with procedure 2. alpha, beta and gamma (as kappa)
 * come from the datasheet; Rs' and the fall of Voc with light come from the curve, with priors from the datasheet. The
 * leak is removed before and added afterwards: whether it grows with light differs between modules, so the datasheet's
 * fill factor decides. Null: too dark, too little information in the curve, or, without a datasheet, a result that
 * depends too much on the leak or on noise far from 25 degC.
 */
export function toStc(
  curve: Curve,
  irradianceWm2: number,
  cellC: number,
  of?: StringModules,
  procedure: 1 | 2 = 2,
): AtStc | null {
  return scanToStc([{ ...of, curve, irradianceWm2, cellC }], of?.module, procedure)[0] ?? null
}

/**
 * Translates the curves of one scan, in their order, each as `toStc` does. Strings of equal length are siblings in about
 * the same light and heat: from three on, the coefficients come from all of them, and a string that agrees with the
 * others within its noise shares their shape and level.
 */
export function scanToStc(
  strings: readonly SweptString[],
  module?: ModuleData,
  procedure: 1 | 2 = 2,
): (AtStc | null)[] {
  const darkest = module ? darkestWm2 : darkestAloneWm2
  const rows = strings.flatMap((string, i): Row[] => {
    const isLit = string.irradianceWm2 >= darkest && Number.isFinite(string.cellC)
    const measured = isLit ? measure(string.curve).measured : null
    return measured ? [{ i, string, measured }] : []
  })
  const results: (AtStc | null)[] = strings.map(() => null)
  for (const group of alikeGroups(rows)) {
    for (const [i, found] of groupToStc(group, module, procedure)) results[i] = found
  }
  return results
}

interface Row {
  /** Place in the scan. */
  i: number
  string: SweptString
  measured: Measured
}

/** Strings in parallel multiply the current; dirt and shade change it less. */
const sameCurrent = 1.5

/** Strings of equal length and about equal current. */
function alikeGroups(rows: readonly Row[]): Row[][] {
  const byCurrent: Row[][] = []
  let beforeA = 0
  for (const row of rows.toSorted((a, b) => b.measured.figures.iscA - a.measured.figures.iscA)) {
    const { iscA } = row.measured.figures
    if (byCurrent.length === 0 || beforeA > sameCurrent * iscA) byCurrent.push([])
    byCurrent.at(-1)?.push(row)
    beforeA = iscA
  }
  const byParallel = byCurrent.flatMap((group) => [...Map.groupBy(group, ({ string }) => string.parallel).values()])
  return byParallel.flatMap((group) => {
    const lengths = group.map(({ string, measured }, i) => ({
      i,
      vocV: measured.figures.vocV,
      modules: string.modules,
    }))
    return byLength(lengths).map((places) => places.flatMap((i) => group[i] ?? []))
  })
}

function groupToStc(rows: readonly Row[], module: ModuleData | undefined, procedure: 1 | 2): [number, AtStc | null][] {
  const middle = (of: (row: Row) => number) => median(rows.map(of))
  const figures = {
    iscA: middle(({ measured }) => measured.figures.iscA),
    vocV: middle(({ measured }) => measured.figures.vocV),
  }
  const at = {
    irradianceWm2: middle(({ string }) => string.irradianceWm2),
    cellC: middle(({ string }) => string.cellC),
  }
  const basis = basisOf(figures, at, module && { ...rows[0]?.string, module })
  const known = rows.flatMap(({ measured: { clean }, ...row }) => {
    const measured = measureClean(clean, basis.priors)
    return measured?.smooth.fit ? [{ ...row, measured }] : []
  })
  const spreadOf = ({ smooth }: Measured) =>
    smooth.fit?.peakSpread(stcWm2 / at.irradianceWm2, basis.byThermal) ?? Infinity
  const shared = sharedShape(
    known.map(({ measured }) => measured),
    basis.priors,
  )
  if (!shared) {
    return known.map(({ i, string, measured }) => {
      const found = leakKind(measured, basis, string, procedure, 0)
      const translate = found && translation(measured, found.coefficients, basis, string, procedure)
      return [i, translate && result(translate(found.kind), measured, spreadOf(measured), basis)]
    })
  }
  const { group } = shared
  const found = leakKind(group, basis, at, procedure, -1)
  const groupSpread = spreadOf(group)
  return known.map(({ i, string }, place) => {
    const { measured, agrees } = shared.strings[place] ?? { measured: group, agrees: 0 }
    if (!found) return [i, null]
    const coefficients = coefficientsBeside(found.coefficients, group, measured, basis.priors.seriesOhm)
    const translate = translation(measured, coefficients, basis, string, procedure)
    const lost = (1 - agrees) * faultSpread * Math.abs(1 - measured.figures.pmpW / group.figures.pmpW)
    const spread = Math.hypot(spreadOf(measured), agrees * groupSpread, lost)
    return [i, result(translate(found.kind), measured, spread, basis)]
  })
}

/** Coefficients by a curve, and the kind of leak; null: without a datasheet Pmp would be a guess. */
function leakKind(
  measured: Measured,
  basis: Basis,
  at: SweptAt,
  procedure: 1 | 2,
  least: 0 | -1,
): { coefficients: Coefficients; kind: number } | null {
  const diode = measured.smooth.fit?.diode
  if (!diode) return null
  const { fillFactor } = basis
  if (fillFactor === null && noiseShareOf(measured) * Math.abs(at.cellC - stcC) > mostHeatNoise) return null
  const coefficients = basis.coefficientsOf(measured, diode)
  if (at.irradianceWm2 >= stcWm2) return { coefficients, kind: 0 }
  const translate = translation(measured, coefficients, basis, at, procedure)
  const kind = fillFactor === null ? kindUnlessGuessed(translate) : kindBySheet(fillFactor, translate, least)
  return kind === null ? null : { coefficients, kind }
}

function result(best: Translated, { clean }: Measured, spread: number, basis: Basis): AtStc | null {
  const { coefficients, modules, parallel } = basis
  const isKnown = coefficients === 'datasheet'
  const errorShare = 2 * Math.hypot(spread, isKnown ? sheetSpread : aloneSpread)
  if (!best || (!isKnown && errorShare > mostAloneError)) return null
  const { samples } = clean
  return { ...best, pmpErrorW: errorShare * best.figures.pmpW, samples, coefficients, modules, parallel }
}
