import { type TimeReader, timeReader } from '../cell/time-format.ts'
import { offsetOf } from '../cell/zone-mark.ts'
import { type Cell, headingOf, type TableRecord, textOf } from '../table/table.ts'
import { zoneNamed } from './zone-named.ts'

export interface TimeColumn {
  place: number
  heading: string
  /** Formats that fit the times, the most likely first; `excel` where the cells are times. */
  formats: string[]
  /** Whether heading or order of days decides between the formats. */
  isFormatSure: boolean
  /** Whether the times, their heading or the next column name their zone. */
  saysZone: boolean
}

const dates = ['YYYY/MM/DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MM-YYYY', 'DD.MM.YY', 'DD/MM/YY', 'MM/DD/YY', 'DD MMM YYYY', 'DD-MMM-YYYY', 'MMM DD YYYY', 'YYYY年MM月DD日', 'YYYY.MM.DD'] // prettier-ignore
const clocks = ['HH:mm:ss', 'HH:mm', 'hh:mm:ss A', 'hh:mm A', 'HH:mm:ss.SSS']
/** In the order in which they are tried. */
export const timeFormats: readonly string[] = [
  'iso',
  ...dates.flatMap((date) => clocks.map((clock) => `${date} ${clock}`)),
  'YYYYMMDD HH:mm',
  'YYYYMMDD:HHmm',
  'YYYYMMDD HH:mm:ss',
  'YYYYMMDD HHmm',
  'YYYYMMDDHHmm',
  'YYYYMMDDHHmmss',
  'epochS',
  'epochMs',
  'excel',
]

const dayMs = 86_400_000
const named = /time|date|zeit|datum|stamp|changed|^ts$|时间|時間|日期|data|hora/i
/** Numbers count as times only within these years. */
const [earliest, latest] = [Date.UTC(1985, 0, 1), Date.UTC(2100, 0, 1)]

/** The first column of times, columns with a heading for times first; null: none. */
export function timeColumnOf(header: TableRecord, records: readonly TableRecord[]): TimeColumn | null {
  const places = [...header.cells.keys()].toSorted((a, b) => rank(header.cells[a]) - rank(header.cells[b]) || a - b)
  for (const place of places) {
    const cells = records.map((record) => record.cells[place] ?? null).filter((cell) => textOf(cell) !== '')
    if (cells.length === 0 || cells.length < records.length / 2) continue
    const heading = headingOf(textOf(header.cells[place] ?? null))
    const formats = formatsOf(cells)
    const [first, second] = formats
    if (first === undefined) continue
    const named = [first, second].map((format) => isNamed(heading, format))
    const [a, b] = [disorderOf(cells, first), second === undefined ? Infinity : disorderOf(cells, second)]
    const isSwapped = named[0] === named[1] ? b < a : named[1]
    return {
      place,
      heading,
      formats: isSwapped ? [second ?? '', first] : formats,
      isFormatSure: a !== b || named[0] !== named[1],
      saysZone: saysZone(cells, heading, first) || offsetsBeside(records, place),
    }
  }
  return null
}

/** Cache: patterns are compiled once, not for each line that may be the headings. */
const readers = new Map<string, TimeReader>()
function utcReader(format: string): TimeReader {
  const read = readers.get(format) ?? timeReader({ format, zone: 'Etc/UTC' })
  readers.set(format, read)
  return read
}

const rank = (cell: Cell | undefined) => (named.test(textOf(cell)) ? 0 : 1)

function formatsOf(cells: readonly Cell[]): string[] {
  if (cells.every((cell) => typeof cell === 'object')) return ['excel']
  const texts = cells.map(textOf)
  const fits = (format: string) => {
    const read = utcReader(format)
    // A line of sums at the end has no time.
    let missesLeft = Math.min(texts.length * 0.02 + 1, texts.length - 1)
    // Most formats fail at once: the check stops when a format cannot fit any more.
    return texts.every((text) => {
      const at = read(text)[0]
      if (at === undefined || at <= earliest || at >= latest) missesLeft -= 1
      return missesLeft >= 0
    })
  }
  const found = timeFormats.filter(fits)
  // Formats that differ only in the time of day count as one; only swapped days and months matter.
  return found.filter((format, nth) => nth === 0 || dateOf(format) !== dateOf(found[0] ?? '')).slice(0, 2)
}

const dateOf = (format: string) => format.split(' ')[0]

/** Whether a heading contains the date format: `DATE (MM/DD/YYYY)`. */
const isNamed = (heading: string, format: string | undefined): boolean =>
  format !== undefined && heading.toUpperCase().includes(dateOf(format) ?? format)

/** Number of steps of more than 20 days: they show that days are read as months. */
function disorderOf(cells: readonly Cell[], format: string): number {
  const read = utcReader(format)
  const times = cells.flatMap((cell) => read(textOf(cell)).slice(0, 1))
  return times.filter((at, nth) => nth > 0 && Math.abs(at - (times[nth - 1] ?? at)) > 20 * dayMs).length
}

function saysZone(cells: readonly Cell[], heading: string, format: string): boolean {
  if (format === 'epochS' || format === 'epochMs' || zoneNamed(heading)) return true
  if (format === 'excel') return false
  const [here, there] = ['Etc/UTC', 'Asia/Tokyo'].map((zone) => timeReader({ format, zone }))
  return cells.every((cell) => here?.(textOf(cell))[0] === there?.(textOf(cell))[0])
}

/** Whether a heading says that times are the ends of intervals. */
export const namesEnd = (heading: string): boolean =>
  /(^|[^a-z])(end|ends|ending|ende|endzeit|enddatum|bis|until|fim|término)(?![a-z])|结束|結束|截止/i.test(heading)

const offsetsBeside = (records: readonly TableRecord[], place: number) =>
  records.length > 0 && records.every(({ cells }) => offsetOf(textOf(cells[place + 1])) !== null)
