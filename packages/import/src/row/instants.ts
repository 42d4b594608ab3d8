import { zoneClock } from '@helioport/time'
import type { ImportPlan } from '../plan.ts'
import { timeReader, wallOfSerial } from '../cell/time-format.ts'
import { offsetOf } from '../cell/zone-mark.ts'
import { type Cell, type SourceTable, textOf } from '../table/table.ts'

/** Reads the possible instants of a row; an offset in the column after the time is used. */
export function instantReader(table: SourceTable, { time }: ImportPlan) {
  const place = table.placeOf(time.column) ?? 0
  const read = timeReader(time)
  const clock = zoneClock(time.zone)
  const bare = ['Etc/UTC', 'Asia/Tokyo'].map((zone) => timeReader({ ...time, zone }))
  const hasOffsets = offsetsStandAt(table, place + 1)
  const isEpoch = time.format === 'epochMs' || time.format === 'epochS'
  const wallOf = (cell: Cell | undefined): number | null => {
    if (typeof cell === 'number') return isEpoch ? null : wallOfSerial(cell)
    return typeof cell === 'object' && cell !== null ? cell.wall : null
  }
  const instants = (cells: readonly Cell[]): number[] => {
    const wall = wallOf(cells[place])
    const offset = hasOffsets ? offsetOf(textOf(cells[place + 1])) : null
    if (wall !== null) return offset === null ? clock.instantsOf(wall) : [wall - offset]
    const found = read(textOf(cells[place]))
    if (offset === null || isEpoch) return found
    const [wallTime, elsewhere] = bare.map((readBare) => readBare(textOf(cells[place]))[0])
    // A time with a mark of its own is the same instant everywhere.
    return wallTime === undefined || wallTime === elsewhere ? found : [wallTime - offset]
  }
  return Object.assign(instants, { place })
}

/** Whether the column holds offsets from UTC (`+02:00`) and nothing else. */
function offsetsStandAt(table: SourceTable, place: number): boolean {
  let seen = 0
  for (const { cells } of table.records()) {
    const text = textOf(cells[place]).trim()
    if (text === '') continue
    if (offsetOf(text) === null) return false
    seen += 1
    if (seen >= 50) return true
  }
  return seen > 0
}
