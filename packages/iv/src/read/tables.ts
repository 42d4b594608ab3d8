import { backFromCell } from '../curve/cell-heat.ts'
import type { Conditions } from '../curve/curve.ts'
import { median } from '../curve/statistics.ts'
import { sweepStarts } from './blocks.ts'
import { type Dialect, listOf, numberOf } from './cells.ts'
import type { Column } from './columns.ts'
import { conditionsOf } from './metadata.ts'
import type { ReadCurve, ReadResult } from './read-result.ts'

/** Lines with their column heads. */
export interface Table {
  columns: (Column | null)[]
  rows: { cells: string[]; line: number }[]
  dialect: Dialect
  /** Conditions from the lines above the table. */
  around: Conditions
}

/** Maximal number of reported problems. */
const mostProblems = 20

const placesOf = ({ columns }: Table, kind: Column['kind']) =>
  columns.flatMap((column, i) => (column?.kind === kind ? [i] : []))

const valueAt = ({ columns, dialect }: Table, cells: readonly string[], i: number | undefined) =>
  i === undefined ? Number.NaN : numberOf(cells[i], dialect.decimalComma) * (columns[i]?.factor ?? 1)

/** Light and temperature in the cells of a line; missing values come from above the table. */
function ownConditions(table: Table, cells: readonly string[]): Conditions {
  const { around } = table
  const first = (kind: Column['kind']) =>
    placesOf(table, kind)
      .map((i) => valueAt(table, cells, i))
      .find((value) => !Number.isNaN(value))
  const light = first('irradiance')
  const [cell, back] = [first('cell'), first('back')]
  const isTold = cell !== undefined || back !== undefined
  if (light === undefined && !isTold) return around
  const aboveC = around.cellC ?? Number.NaN
  const above = around.isFromBack ? { back: backFromCell(aboveC, around.irradianceWm2 ?? 0) } : { cell: aboveC }
  const heat = isTold ? { ...(cell !== undefined && { cell }), ...(back !== undefined && { back }) } : above
  return conditionsOf({ irradiance: light ?? around.irradianceWm2 ?? Number.NaN, ...heat })
}

const nameIn = (table: Table, cells: readonly string[], place: number) =>
  cells[placesOf(table, 'string')[0] ?? placesOf(table, 'curve')[0] ?? -1] ?? String(place + 1)

/** One curve per line: columns V1 … Vn and I1 … In. */
export function onePerLine(table: Table): ReadResult {
  const [volts, amperes] = [placesOf(table, 'voltage'), placesOf(table, 'current')]
  const curves = table.rows.flatMap(({ cells }, place): ReadCurve[] => {
    const points = volts
      .map((v, k) => ({ v: valueAt(table, cells, v), i: valueAt(table, cells, amperes[k]) }))
      .filter(({ v, i }) => !Number.isNaN(v) && !Number.isNaN(i))
    if (points.length === 0) return []
    const curve = { voltageV: points.map(({ v }) => v), currentA: points.map(({ i }) => i) }
    return [{ name: nameIn(table, cells, place), curve, conditions: ownConditions(table, cells) }]
  })
  return { curves, problems: [] }
}

/** One curve per line: one cell has all voltages, another all currents. */
export function listPerLine(table: Table): ReadResult {
  const problems: ReadResult['problems'] = []
  const curves = table.rows.flatMap(({ cells, line }, place): ReadCurve[] => {
    const list = (kind: 'voltage' | 'current') => {
      const i = placesOf(table, kind).find((at) => listOf(cells[at]).length > 0) ?? -1
      return listOf(cells[i]).map((value) => value * (table.columns[i]?.factor ?? 1))
    }
    const curve = { voltageV: list('voltage'), currentA: list('current') }
    const isWhole = curve.voltageV.length > 0 && curve.voltageV.length === curve.currentA.length
    if (!isWhole && problems.length < mostProblems) problems.push({ problem: 'badNumber', line })
    return isWhole ? [{ name: nameIn(table, cells, place), curve, conditions: ownConditions(table, cells) }] : []
  })
  return { curves, problems }
}

/** More cells than heads: commas are separators and decimal marks. Many such lines make the whole table doubtful. */
const hasMore = ({ columns }: Table, cells: readonly string[]) =>
  cells.slice(columns.length).some((cell) => cell !== '')
const mostDoubtful = 0.2

interface Made {
  voltageV: number[]
  currentA: number[]
  /** Conditions of each line. */
  conditions: Conditions[]
}

/** One point per line, of one or several strings: a current belongs to the voltage of its number, or the only one. */
export function sideBySide(table: Table): ReadResult {
  const { columns, rows } = table
  const problems: ReadResult['problems'] = []
  const bad = (line: number) => {
    if (problems.length < mostProblems && problems.at(-1)?.line !== line) problems.push({ problem: 'badNumber', line })
  }
  const made = new Map<string, Made>()
  const currents = placesOf(table, 'current')
  const voltages = placesOf(table, 'voltage')
  const keys = (['mppt', 'string', 'curve'] as const)
    .flatMap((kind) => placesOf(table, kind).slice(0, 1))
    .filter((i) => columns[i]?.kind !== 'curve' || isShared(rows, i))
  const numberIn = (i: number) => columns[i]?.number ?? null
  for (const [place, { cells, line }] of rows.entries()) {
    if (place === 0 && isUnits(table, cells)) continue
    if (hasMore(table, cells)) {
      bad(line)
      continue
    }
    const group = keys.map((i) => cells[i] ?? '').join('-')
    for (const [k, i] of currents.entries()) {
      const at = voltages.find((one) => numberIn(one) === numberIn(i)) ?? voltages[Math.min(k, voltages.length - 1)]
      const [v, current] = [valueAt(table, cells, at), valueAt(table, cells, i)]
      if (Number.isNaN(v) || Number.isNaN(current)) {
        if ((cells[i] ?? '') !== '' || (currents.length === 1 && (cells[at ?? -1] ?? '') !== '')) bad(line)
        continue
      }
      const name = [group, currents.length > 1 ? (numberIn(i) ?? String(k + 1)) : ''].filter(Boolean).join('-') || '1'
      const curve = made.get(name) ?? { voltageV: [], currentA: [], conditions: [] }
      curve.voltageV.push(v)
      curve.currentA.push(current)
      curve.conditions.push(ownConditions(table, cells))
      made.set(name, curve)
    }
  }
  if (rows.filter(({ cells }) => hasMore(table, cells)).length > mostDoubtful * rows.length)
    return { curves: [], problems }
  return { curves: [...made].flatMap(([name, own]) => curvesOf(name, own, made.size === 1)), problems }
}

/** Splits into curves where sweeps follow one another. */
function curvesOf(name: string, { voltageV, currentA, conditions }: Made, isAlone: boolean): ReadCurve[] {
  const starts = sweepStarts(voltageV)
  return starts.map((start, nth) => {
    const end = starts[nth + 1]
    const number = isAlone && name === '1' ? String(nth + 1) : `${name}-${nth + 1}`
    return {
      name: starts.length === 1 ? name : number,
      curve: { voltageV: voltageV.slice(start, end), currentA: currentA.slice(start, end) },
      conditions: middleOf(conditions.slice(start, end)),
    }
  })
}

/** A column names curves only if each value occurs at several points; a time stamp per point does not. */
const pointsOfCurve = 5
const isShared = (rows: Table['rows'], i: number) =>
  new Set(rows.map(({ cells }) => cells[i])).size * pointsOfCurve <= rows.length

/** A second line of heads, such as `[V],[A]`. */
const isUnits = ({ dialect }: Table, cells: readonly string[]) =>
  cells.every((cell) => Number.isNaN(numberOf(cell, dialect.decimalComma)))

/** Light is steady if it changes by less than this share from the first to the last point. */
const steadyShare = 0.005

/** Median of light that was measured at each point, with its values at both ends. */
function middleOf(conditions: readonly Conditions[]): Conditions {
  const [first, last] = [conditions[0], conditions.at(-1)]
  const known = (of: 'irradianceWm2' | 'cellC') => conditions.flatMap((one) => one[of] ?? [])
  const [light, heat] = [known('irradianceWm2'), known('cellC')]
  if (!first || light.length < conditions.length) return first ?? { irradianceWm2: null, cellC: null }
  const [before, after] = [first.irradianceWm2 ?? 0, last?.irradianceWm2 ?? 0]
  const irradianceWm2 = median(light)
  const isSteady = Math.abs(after - before) < steadyShare * irradianceWm2
  return {
    ...first,
    irradianceWm2,
    cellC: heat.length > 0 ? median(heat) : null,
    ...(!isSteady && { irradianceBeforeWm2: before, irradianceAfterWm2: after }),
  }
}
