import { backFromCell, cellFromBack } from '../curve/cell-heat.ts'
import type { Conditions } from '../curve/curve.ts'
import { type ReadCurve, readCurves, type ReadProblem, type ReadResult } from '../read/read-curves.ts'
import { type AtStc, scanToStc } from '../stc/to-stc.ts'
import { judgeScan, type StringResult } from '../verdict/judge-scan.ts'
import type { Options } from './options.ts'

/** A file without curves; the message has one reason per line. */
export class UnreadError extends Error {}

const problemTexts: Record<ReadProblem, string> = {
  empty: 'the file is empty',
  noHeader: 'no table of voltage and current is found from here on',
  noVoltage: 'no column holds a voltage',
  noCurrent: 'no column holds a current',
  noPoints: 'no points follow',
  badNumber: 'this is no number, or there are more numbers than columns; the line is left out',
}

export const problemText = ({ problem, line }: ReadResult['problems'][number]): string =>
  `line ${line}: ${problemTexts[problem]}`

/** One curve of a file: measured figures, figures at standard conditions, verdict. */
export interface FileRow extends Omit<StringResult, 'measured'> {
  name: string
  conditions: Conditions
  figures: NonNullable<StringResult['measured']>['figures'] | null
  noiseShare: number | null
  stc: {
    coefficients: 'datasheet' | 'general'
    pmpW: number
    pmpErrorW: number
    iscA: number
    vocV: number
    fillFactor: number
  } | null
}

/** Curves of one scan differ at most by this share of light and by these kelvin. */
const sameLight = 0.03
const sameHeat = 3

/** Reads and judges the curves of a text. @throws UnreadError */
export function judgeText(
  text: string,
  options: Omit<Options, 'file' | 'json'>,
): { rows: FileRow[]; problems: ReadResult['problems'] } {
  const { curves, problems } = readCurves(text)
  if (curves.length === 0) throw new UnreadError(problems.map(problemText).join('\n'))
  const rows = curves.map((read) => ({ ...read, conditions: withOptions(read.conditions, options) }))
  const results = new Map<ReadCurve, StringResult & { atStc: AtStc | null }>()
  for (const group of scansOf(rows)) {
    const [first] = group
    if (!first) continue
    const { module, modules, parallel, ageYears } = options
    const strings = group.map(({ curve }) => ({ curve, modules, parallel }))
    const judged = judgeScan({ strings, conditions: first.conditions, module, ageYears })
    // Without light or temperature there is no result.
    const swept = group.map(({ curve, conditions: { irradianceWm2, cellC } }) => ({
      curve,
      modules,
      parallel,
      irradianceWm2: irradianceWm2 ?? Number.NaN,
      cellC: cellC ?? Number.NaN,
    }))
    const translated = scanToStc(swept, module)
    for (const [i, row] of group.entries()) {
      const result = judged[i]
      if (result) results.set(row, { ...result, atStc: translated[i] ?? null })
    }
  }
  const said = rows.flatMap((row): FileRow[] => {
    const result = results.get(row)
    if (!result) return []
    const { measured, atStc: stc, ...verdict } = result
    return [
      {
        name: row.name,
        conditions: row.conditions,
        ...verdict,
        figures: measured?.figures ?? null,
        noiseShare: measured ? measured.clean.noiseA / measured.figures.iscA : null,
        stc: stc && {
          coefficients: stc.coefficients,
          pmpW: stc.figures.pmpW,
          pmpErrorW: stc.pmpErrorW,
          iscA: stc.figures.iscA,
          vocV: stc.figures.vocV,
          fillFactor: stc.figures.fillFactor,
        },
      },
    ]
  })
  return { rows: said, problems }
}

/** The command line overrides the file; cell temperatures derived from the back use the resulting light. */
function withOptions({ isFromBack = false, ...found }: Conditions, said: Said): Conditions {
  const irradianceWm2 = said.irradianceWm2 ?? found.irradianceWm2
  if (said.cellC !== undefined) return { ...found, irradianceWm2, cellC: said.cellC }
  const toldC = isFromBack && found.cellC !== null ? backFromCell(found.cellC, found.irradianceWm2 ?? 0) : undefined
  const backC = said.backC ?? toldC
  if (backC === undefined) return { ...found, irradianceWm2 }
  return { ...found, irradianceWm2, cellC: cellFromBack(backC, irradianceWm2 ?? 0), isFromBack: true }
}

type Said = Pick<Options, 'irradianceWm2' | 'cellC' | 'backC'>

function scansOf(rows: readonly ReadCurve[]): ReadCurve[][] {
  const scans: ReadCurve[][] = []
  for (const row of rows) {
    const own = scans.find(([first]) => first && isAlike(first.conditions, row.conditions))
    if (own) own.push(row)
    else scans.push([row])
  }
  return scans
}

function isAlike(a: Conditions, b: Conditions): boolean {
  const near = (x: number | null, y: number | null, most: number) =>
    x === null || y === null ? x === y : Math.abs(x - y) <= most
  return near(a.irradianceWm2, b.irradianceWm2, sameLight * (a.irradianceWm2 ?? 0)) && near(a.cellC, b.cellC, sameHeat)
}
