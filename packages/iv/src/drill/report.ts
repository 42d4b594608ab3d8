import { toStc } from '../stc/to-stc.ts'
import { cellTypes } from '../testing/cells.ts'
import { madeFaults, soundString } from '../testing/make-fault.ts'
import { makeRealScan, makeScan, type MadeScan, sheetOf } from '../testing/make-scan.ts'
import { randomFrom } from '../testing/random.ts'
import { evenSampling, exactString, sample } from '../testing/simulate-string.ts'
import { judgeScan } from '../verdict/judge-scan.ts'

/** Number of strings by true state and by verdict. */
export type Confusion = Record<string, Record<string, number>>

export interface Report {
  seed: number
  /** From 600 and from 300 to 600 W/m2. */
  bright: Confusion
  dim: Confusion
  /** Sound strings: ideal strings with noise, and strings with the deviations of real ones. */
  healthy: { strings: number; flagged: number }
  real: { strings: number; flagged: number; asSoiledAlike: number }
  /** Error of Pmp at standard conditions, as a share. */
  stcWithDatasheet: { curves: number; median: number; greatest: number }
  stcWithout: { curves: number; median: number; greatest: number }
  msPerString: number
}

export interface ReportSize {
  /** Number of scans: faults in bright and in dim light, dirt on all strings, ideal and real sound strings. */
  bright: number
  dim: number
  alike: number
  healthy: number
  real: number
}

export const longSize: ReportSize = { bright: 450, dim: 300, alike: 40, healthy: 1280, real: 250 }
export const shortSize: ReportSize = { bright: 6, dim: 3, alike: 1, healthy: 5, real: 3 }

/** Simulates strings, judges them and counts the verdicts. `now`: clock in milliseconds. */
export function makeReport(seed: number, size: ReportSize, now: () => number): Report {
  const random = randomFrom(seed)
  const [bright, dim]: [Confusion, Confusion] = [{}, {}]
  const healthy = { strings: 0, flagged: 0 }
  const real = { strings: 0, flagged: 0, asSoiledAlike: 0 }
  let [ms, strings] = [0, 0]
  const judged = (made: MadeScan) => {
    const since = now()
    const results = judgeScan(made.scan)
    ms += now() - since
    strings += results.length
    return results.map(({ verdict, silence }, i) => ({
      truth: made.truth[i] ?? 'healthy',
      said: verdict ?? 'noVerdict',
      silence,
    }))
  }
  const count = (into: Confusion, made: MadeScan) => {
    for (const { truth, said } of judged(made)) {
      const row = (into[truth] ??= {})
      row[said] = (row[said] ?? 0) + 1
    }
  }
  const times = (n: number, work: (i: number) => void) => Array.from({ length: n }, (_, i) => work(i))
  times(size.bright, () => count(bright, makeScan(random, { kind: 'mixed', lowWm2: 600, highWm2: 1100 })))
  times(size.alike, () => count(bright, makeScan(random, { kind: 'alike', lowWm2: 600, highWm2: 1100 })))
  times(size.dim, () => count(dim, makeScan(random, { kind: 'mixed', lowWm2: 300, highWm2: 600 })))
  times(size.healthy, () => {
    for (const { said } of judged(makeScan(random, { kind: 'healthy', lowWm2: 300, highWm2: 1100 }))) {
      healthy.strings += 1
      if (said !== 'healthy' && said !== 'noVerdict') healthy.flagged += 1
    }
  })
  times(size.real, () => {
    for (const { said } of judged(makeRealScan(random, 300, 1100))) {
      real.strings += 1
      if (said !== 'healthy' && said !== 'noVerdict') real.flagged += 1
      if (said === 'soilingAll') real.asSoiledAlike += 1
    }
  })
  return { seed, bright, dim, healthy, real, ...stcFigures(), msPerString: Math.round((10 * ms) / strings) / 10 }
}

/** Pmp at standard conditions from 200 to 1100 W/m2 and 10 to 70 degC, of curves without noise. */
function stcFigures(): Pick<Report, 'stcWithDatasheet' | 'stcWithout'> {
  const random = randomFrom(1)
  const [withSheet, without]: [number[], number[]] = [[], []]
  for (const cell of cellTypes) {
    const module = sheetOf(cell)
    const modules = 20
    const truth = modules * module.impA * module.vmpV
    for (const irradianceWm2 of [200, 300, 500, 700, 900, 1100]) {
      for (const cellC of [10, 25, 40, 55, 70]) {
        const site = { cell, modules, irradianceWm2, cellC }
        const curve = sample(exactString(cell, soundString(site)), evenSampling, random)
        const off = (stc: ReturnType<typeof toStc>) => Math.abs((stc?.figures.pmpW ?? 0) / truth - 1)
        withSheet.push(off(toStc(curve, irradianceWm2, cellC, { module })))
        without.push(off(toStc(curve, irradianceWm2, cellC)))
      }
    }
  }
  const figures = (list: number[]) => {
    const order = list.toSorted((a, b) => a - b)
    return { curves: order.length, median: order[order.length >> 1] ?? 0, greatest: order.at(-1) ?? 0 }
  }
  return { stcWithDatasheet: figures(withSheet), stcWithout: figures(without) }
}

/** Shares of the strings of a true state with the right and with a wrong verdict. */
export function shareOf(
  row: Record<string, number> | undefined,
  truth: string,
): { right: number; wrong: number; all: number } {
  const all = Object.values(row ?? {}).reduce((sum, n) => sum + n, 0)
  const right = row?.[truth] ?? 0
  const silent = row?.['noVerdict'] ?? 0
  return { right: all > 0 ? right / all : 1, wrong: all > 0 ? (all - right - silent) / all : 0, all }
}

/** Messages about targets that this report misses; empty: all are met. */
export function missed(report: Report): string[] {
  const faults: string[] = []
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`
  for (const fault of [...madeFaults, 'soilingAll']) {
    const { right, all } = shareOf(report.bright[fault], fault)
    if (all > 0 && right < 0.95) faults.push(`${fault} from 600 W/m2 is named right in ${percent(right)} of ${all}`)
  }
  const dimRows = Object.entries(report.dim).filter(([truth]) => truth !== 'healthy')
  const wrong = dimRows.reduce((sum, [truth, row]) => sum + shareOf(row, truth).wrong * shareOf(row, truth).all, 0)
  const all = dimRows.reduce((sum, [truth, row]) => sum + shareOf(row, truth).all, 0)
  if (wrong > 0.01 * all) faults.push(`under 600 W/m2 ${percent(wrong / all)} of ${all} are named wrong`)
  const flagged = (name: string, set: { strings: number; flagged: number }, most: number) => {
    if (set.flagged > most * set.strings) faults.push(`${set.flagged} of ${set.strings} ${name} strings are flagged`)
  }
  flagged('sound', report.healthy, 0.001)
  flagged('real sound', report.real, 0.01)
  if (report.stcWithDatasheet.greatest > 0.01) faults.push(`Pmp is ${percent(report.stcWithDatasheet.greatest)} off`)
  if (report.stcWithout.median > 0.025 || report.stcWithout.greatest > 0.04) {
    faults.push(`Pmp without a datasheet is ${percent(report.stcWithout.greatest)} off`)
  }
  return faults
}

const matrixNames = [...madeFaults, 'soilingAll', 'healthy', 'noVerdict'] as const

/** The confusion matrix as a table of text. */
export function matrixText(confusion: Confusion): string {
  const columns = matrixNames.filter((name) => Object.values(confusion).some((row) => row[name]))
  const rows = matrixNames.filter((name) => confusion[name])
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  return [
    line(['really', ...columns, 'right']),
    line(['---', ...columns.map(() => '--:'), '--:']),
    ...rows.map((truth) => {
      const { right } = shareOf(confusion[truth], truth)
      return line([truth, ...columns.map((name) => confusion[truth]?.[name] ?? 0), `${(100 * right).toFixed(1)} %`])
    }),
  ].join('\n')
}
