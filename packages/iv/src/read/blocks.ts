import { type Dialect, numberOf, splitLine } from './cells.ts'
import type { ReadCurve, ReadResult } from './read-result.ts'

/**
 * Line numbers at which a file of several tables with the same head is cut; each table includes the lines above it
 * without points. Empty: one table.
 */
export function blockStarts(lines: readonly string[], head: number, { separator, decimalComma }: Dialect): number[] {
  const own = lines[head]?.trim()
  const isPoint = (line: string) => {
    const cells = splitLine(line, separator).filter((cell) => cell !== '')
    return cells.length > 1 && cells.some((cell) => !Number.isNaN(numberOf(cell, decimalComma))) && !/\p{L}/u.test(line)
  }
  const starts = [0]
  let behindPoints = 0
  for (const [i, line] of lines.entries()) {
    if (i <= head) continue
    if (line.trim() !== own) behindPoints = isPoint(line) ? i + 1 : behindPoints
    // A head that is repeated without points between starts only one table.
    else if (behindPoints > (starts.at(-1) ?? 0)) starts.push(behindPoints)
  }
  return starts.length > 1 ? starts : []
}

/** Joins the results of such tables. Conditions above the first table apply to all if no other table has any. */
export function joined(parts: readonly { lines: readonly string[]; result: ReadResult }[]): ReadResult {
  const [first] = parts
  const around = first?.result.curves[0]?.conditions
  const isSilent = (curve: ReadCurve) => curve.conditions.irradianceWm2 === null && curve.conditions.cellC === null
  const rest = parts.slice(1).flatMap(({ result }) => result.curves)
  const areSilent = around !== undefined && rest.every(isSilent)
  let offset = 0
  const problems: ReadResult['problems'] = []
  const curves: ReadCurve[] = []
  for (const { lines, result } of parts) {
    for (const { problem, line } of result.problems) problems.push({ problem, line: line + offset })
    offset += lines.length
    const title = titleIn(lines)
    for (const own of result.curves) {
      const name =
        title === null ? String(curves.length + 1) : [title, ...(result.curves.length > 1 ? [own.name] : [])].join('-')
      curves.push({ ...own, name, ...(areSilent && { conditions: around }) })
    }
  }
  return { curves, problems }
}

/** `Strang 3`, `String: A2` or `Name;B` above a table. */
function titleIn(lines: readonly string[]): string | null {
  for (const line of lines) {
    const [, name] =
      /^[#*\s"]*(?:string|strang|curve|kurve|name|[组組]串)[\s:=,;"]+([\p{L}\d][^;,"]*)/iu.exec(line) ?? []
    if (name !== undefined) return name.trim()
  }
  return null
}

/** Minimal number of points of a sweep. */
const leastPoints = 8
/** A step of more than this share of the whole voltage range starts a new sweep. */
const leapShare = 0.5

/** Indexes of the first points of sweeps: the voltage jumps back and then goes in the same direction again. */
export function sweepStarts(voltageV: readonly number[]): number[] {
  const most = voltageV.reduce((of, v) => Math.max(of, v), -Infinity)
  const width = most - voltageV.reduce((of, v) => Math.min(of, v), Infinity)
  const starts = [0]
  for (let k = 1; k < voltageV.length; k += 1) {
    if (Math.abs((voltageV[k] ?? 0) - (voltageV[k - 1] ?? 0)) > leapShare * width) starts.push(k)
  }
  const parts = starts.map((start, nth) => voltageV.slice(start, starts[nth + 1]))
  const directions = new Set(parts.map((part) => Math.sign((part.at(-1) ?? 0) - (part[0] ?? 0))))
  const areSweeps = directions.size === 1 && parts.every((part) => part.length >= leastPoints)
  return areSweeps ? starts : [0]
}
