import { timeReader } from '../cell/time-format.ts'
import { sampleTable } from '../guess/sample-table.ts'
import { zoneMissing, zoneNamed } from '../guess/zone-named.ts'
import type { ImportPlan } from '../plan.ts'
import { instantReader } from './instants.ts'
import { FileProblem } from '../problem.ts'
import { openTable } from '../table/open-table.ts'
import { type ReadLimits, type SourceFile, type SourceTable, textOf } from '../table/table.ts'

/** The zone of a file's times: of the file itself, by its heading or by marks at its times, else of the plan. */
export interface FileZone {
  file: string
  /** Null: each time has its own mark. */
  zone: string | null
  from: 'heading' | 'times' | 'plan'
}

export function zoneOf(table: SourceTable, plan: ImportPlan): FileZone {
  const { name: file } = table
  const { zone, column } = plan.time
  if (zoneNamed(column) !== null) return { file, zone, from: 'heading' }
  const readers = ['Etc/UTC', 'Asia/Tokyo'].map((other) =>
    instantReader(table, { ...plan, time: { ...plan.time, zone: other } }),
  )
  let lines = 0
  for (const { cells } of table.records()) {
    const [here, there] = readers.map((read) => read(cells)[0])
    if (here === undefined) continue
    lines += 1
    if (here !== there) return { file, zone, from: 'plan' }
    if (lines >= looked) break
  }
  return { file, zone: null, from: 'times' }
}

/** Number of lines that show whether the file's times have the plan's format. */
const looked = 20

/** A file's table and plan: an own plan if its times are in another column, format or zone than the plan's. */
export async function openWithTime(
  file: SourceFile,
  plan: ImportPlan,
  values: readonly string[],
  limits: ReadLimits,
): Promise<{ table: SourceTable; plan: ImportPlan; isOwn: boolean }> {
  const open = ({ time, delimiter }: ImportPlan) => openTable(file, { time: time.column, values }, delimiter, limits)
  let refusal: unknown = null
  try {
    const table = await open(plan)
    if (plan.series || areReadable(table, plan)) return { table, plan, isOwn: false }
  } catch (error) {
    if (plan.series || !(error instanceof FileProblem) || error.code !== 'noColumn') throw error
    refusal = error
  }
  const own = await ownPlan(file, plan, limits)
  if (!own && refusal !== null) throw refusal
  try {
    return { table: await open(own ?? plan), plan: own ?? plan, isOwn: own !== null }
  } catch (error) {
    throw refusal ?? error
  }
}

function areReadable(table: SourceTable, { time }: ImportPlan): boolean {
  const read = timeReader(time)
  const place = table.placeOf(time.column) ?? 0
  let lines = 0
  for (const { cells } of table.records()) {
    const cell = cells[place] ?? null
    if (typeof cell === 'number' || typeof cell === 'object' || read(textOf(cell)).length > 0) return true
    lines += 1
    if (lines >= looked) return false
  }
  return true
}

/** Null: the file has no times. @throws FileProblem where format or zone of its times is ambiguous */
async function ownPlan(file: SourceFile, plan: ImportPlan, limits: ReadLimits): Promise<ImportPlan | null> {
  const sample = await sampleTable(file, limits)
  if (!sample) return null
  const { heading: column, formats, isFormatSure, saysZone } = sample.time
  const format = formats.includes(plan.time.format) ? plan.time.format : (formats[0] ?? 'iso')
  if (!formats.includes(plan.time.format) && !isFormatSure && formats.length > 1) {
    throw new FileProblem('timeFormat', `${file.name} has times that are ${formats.join(' or ')}: bring it in alone`)
  }
  const named = zoneNamed(column)
  if (named === null && !saysZone && zoneNamed(plan.time.column) !== null) {
    throw zoneMissing(file.name, plan.time.column)
  }
  const { delimiter: _, ...rest } = plan
  const time = { ...plan.time, column, format, zone: named ?? plan.time.zone }
  return { ...rest, ...(sample.delimiter !== null && { delimiter: sample.delimiter }), time }
}
