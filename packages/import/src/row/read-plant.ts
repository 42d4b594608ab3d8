import { FileProblem, ofFile } from '../problem.ts'
import { columnsOf, type ImportPlan } from '../plan.ts'
import type { ReadLimits, SourceFile } from '../table/table.ts'
import { leaveOutZeros } from './counter-zeros.ts'
import { onGrid } from '../series/on-grid.ts'
import { holdsOf, intervalOf } from './intervals.ts'
import { type Loss, Losses, type LossReason } from './losses.ts'
import { type Hold, type MeasuredRow, quantityReader } from './measured-rows.ts'
import { mergeRows } from './merge-rows.ts'
import type { FileZone } from './own-time.ts'
import type { SumRow } from './sum-rows.ts'
import { type OnShare, readFileRows } from './read-file.ts'

export type HeldRow = MeasuredRow

export interface MeasuredPlant {
  /** One per instant, by time. */
  rows: HeldRow[]
  /** Usual distance of rows. */
  intervalMs: number
  /** Lines of measurements in all files, including rejected lines. */
  records: number
  /** Repeated rows with the same values; they are not losses. */
  repeated: number
  /** Lines of sums; they are left out and are not losses. */
  sums: SumRow[]
  /** In the order of the files. */
  zones: FileZone[]
  /** Number of losses by reason; `losses`: the first thousand, with their lines. */
  lost: Record<LossReason, number>
  losses: Loss[]
}

/**
 * Reads measured files (CSV in any dialect, XLSX) by a plan: rows in any order, over several files, in the plan's or
 * their own interval. Rows that cannot be read are listed by file, line and reason.
 * @throws FileProblem where a whole file contradicts the plan
 */
export async function readPlant(
  files: readonly SourceFile[],
  plan: ImportPlan,
  limits: ReadLimits = {},
  onShare: OnShare = () => {},
): Promise<MeasuredPlant> {
  const losses = new Losses()
  const read = []
  for (const [nth, file] of files.entries()) {
    // The last tenth is work on the rows of all files.
    const own: OnShare = (share) => onShare((0.9 * (nth + share)) / files.length)
    read.push(await ofFile(file.name, () => readFileRows(file, plan, losses, limits, own)))
  }
  const seen = new Set(read.flatMap(({ columns }) => columns))
  const missing = columnsOf(plan).find(({ name }) => !seen.has(name))
  const names = files.map(({ name }) => name).join(', ')
  if (missing) throw new FileProblem('noColumn', `${names}: no column "${missing.name}"`)
  const records = read.reduce((sum, one) => sum + one.records, 0)
  const all = read.flatMap((one) => one.rows.splice(0))
  const { rows, repeated } = mergeRows(plan.series?.values.length === 1 ? onGrid(all, plan) : all, losses)
  if (rows.length === 0) throw new FileProblem('noRows', `${names}: no row that can be read${firstLoss(losses)}`)
  const measured = rows.map(quantityReader(plan, losses))
  leaveOutZeros(measured, plan)
  return {
    ...held(measured, plan, firstLoss(losses)),
    records,
    repeated,
    sums: read.flatMap((one) => one.sums),
    zones: read.map(({ zone }) => zone),
    lost: losses.count,
    losses: losses.list,
  }
}

const firstLoss = ({ list: [first] }: Losses) =>
  first ? ` (${first.file} line ${first.line}: ${first.reason}, "${first.text}")` : ''

function held(measured: MeasuredRow[], plan: ImportPlan, lost: string): { rows: HeldRow[]; intervalMs: number } {
  const stamp = plan.time.stamp ?? 'start'
  const rows = measured
  for (const row of rows) row.holds = row.devices.map(() => null)
  // Rows with equal holds share one object, to save memory.
  const known = new Map<number, Hold>()
  const holdOf = (ms: number, gap: boolean) => {
    const key = gap ? -ms : ms
    const own = known.get(key) ?? { ms, gap }
    if (known.size < 10_000) known.set(key, own)
    return own
  }
  const streamOf = (has: (row: HeldRow) => boolean) => rows.filter(has)
  const ofDevices = streamOf((row) => row.devices.some((values) => Object.keys(values).length > 0))
  const main = ofDevices.length > 0 ? ofDevices : rows
  const intervalMs = intervalOf(
    main.map(({ at }) => at),
    plan.intervalMinutes,
    lost,
  )
  const hold = (stream: HeldRow[], put: (row: HeldRow, hold: Hold) => void) => {
    const times = stream.map(({ at }) => at)
    const holds = holdsOf(times, intervalMs, stamp)
    for (const [i, row] of stream.entries()) put(row, holdOf(holds.ms[i] ?? 0, holds.gap[i] === 1))
  }
  for (const i of plan.devices.keys()) {
    const stream = streamOf((row) => Object.keys(row.devices[i] ?? {}).length > 0)
    hold(stream, (row, own) => (row.holds[i] = own))
  }
  const sensors = streamOf((row) => Object.keys(row.sensors).length > 0)
  hold(sensors, (row, own) => (row.sensorHold = own))
  return { rows, intervalMs }
}
