import { zoneClock } from '@helioport/time'
import { FileProblem } from '../problem.ts'
import { monthNamed } from './month-names.ts'
import { lettersMark, type MarkedTime, offsetMark } from './zone-mark.ts'

const tokens: Record<string, string> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<short>\\d\\d)',
  MMMM: '(?<name>[\\p{L}\\p{M}]+\\.?)',
  MMM: '(?<name>[\\p{L}\\p{M}]+\\.?)',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{1,2})',
  hh: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{1,2})',
  ss: '(?<second>\\d{1,2})',
  SSS: '(?<milli>\\d{1,6})',
  A: '\\s?(?<half>[AaPp]\\.?\\s?[Mm]\\.?|上午|下午|午前|午後)',
}

const [minuteMs, dayMs] = [60_000, 86_400_000]
/** Day 0 of spreadsheets. */
const sheetEpoch = Date.UTC(1899, 11, 30)

/** Instants (epoch ms) that a text can mean, earliest first; empty: none. */
export type TimeReader = (text: string) => number[]

/** Local time of a spreadsheet's day number, as if it were UTC, rounded to seconds, the precision of a day number. */
export const wallOfSerial = (serial: number): number => Math.round((sheetEpoch + serial * dayMs) / 1000) * 1000

/** Wall time as if it were UTC; undefined when the date does not exist (31 April). */
function wallOf(groups: Record<string, string | undefined>): number | undefined {
  const number = (name: string) => Number(groups[name] ?? 0)
  let hour = number('hour')
  const half = groups['half'] && (/^[Pp下]|午後/u.test(groups['half']) ? 'P' : 'A')
  if (half && (hour < 1 || hour > 12)) return undefined
  if (half) hour = (hour % 12) + (half === 'P' ? 12 : 0)
  const year = groups['year'] === undefined ? 2000 + number('short') : number('year')
  const month = groups['name'] === undefined ? number('month') : (monthNamed(groups['name']) ?? 0)
  const [day, minute, second] = [number('day'), number('minute'), number('second')]
  const milli = Number((groups['milli'] ?? '0').padEnd(3, '0').slice(0, 3))
  // Some files write the end of a day as 24:00.
  if (hour > 24 || (hour === 24 && minute + second > 0) || minute > 59 || second > 59) return undefined
  const midnight = Date.UTC(year, month - 1, day)
  const date = new Date(midnight)
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  return midnight + (hour * 60 + minute) * minuteMs + second * 1000 + milli
}

/**
 * Reader for one file. An offset in the time (`Z`, `UTC`, `CEST`, `+02:00`) overrides the zone, in any format.
 * @throws FileProblem for a format without a date or a time of day
 */
export function timeReader({ format, zone }: { format: string; zone: string }): TimeReader {
  if (format === 'epochMs' || format === 'epochS') {
    const unit = format === 'epochS' ? 1000 : 1
    return (text) => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? [Math.round(Number(text) * unit)] : [])
  }
  const clock = zoneClock(zone)
  const local = format === 'excel' ? serialText : format === 'iso' ? isoText : patternReader(format)
  return (text) => {
    const trimmed = text.trim().replace(summerMark, '')
    const letters = lettersMark(trimmed)
    if (letters) return marked(letters)
    const wall = local(trimmed)
    if (wall !== undefined) return clock.instantsOf(wall)
    const offset = offsetMark(trimmed)
    return offset ? marked(offset) : []
  }

  function marked({ text, offsets }: MarkedTime): number[] {
    const wall = local(text)
    if (wall === undefined) return []
    const found = offsets.map((offset) => wall - offset)
    // Letters that mean several offsets are resolved by the zone of the file.
    return found.length === 1 ? found : found.filter((at) => clock.offsetAt(at) === wall - at)
  }
}

/** Some portals mark local times of summer time. */
const summerMark = / DST$/

const serialText = (text: string): number | undefined =>
  /^\d{5}([.,]\d+)?$/.test(text) ? wallOfSerial(Number(text.replace(',', '.'))) : undefined

function isoText(text: string): number | undefined {
  const match =
    /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[T ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<milli>\d+))?)?$/.exec(
      text,
    )
  return match?.groups && wallOf(match.groups)
}

function patternReader(given: string): (text: string) => number | undefined {
  // The zone mark is removed from the texts, so it is removed from the format too.
  const format = given.replace(/\s*(Z|UTC|GMT)$/, '').replaceAll(/\s+A/g, 'A')
  const source = format.replaceAll(
    /YYYY|YY|MMMM|MMM|MM|DD|HH|hh|mm|ss|SSS|A|[.*+?^${}()|[\]\\/]/g,
    (token) => tokens[token] ?? `\\${token}`,
  )
  let pattern: RegExp
  try {
    pattern = new RegExp(`^${source}$`, 'u')
  } catch (error) {
    throw new FileProblem('timeFormat', `the time format ${given} cannot be read: ${String(error)}`)
  }
  for (const [part, ...names] of [['year', 'short'], ['month', 'name'], ['day'], ['hour']]) {
    if ([part, ...names].every((name) => !source.includes(`<${name}>`))) {
      throw new FileProblem('timeFormat', `the time format ${given} has no ${part}`)
    }
  }
  return (text) => {
    const match = pattern.exec(text)
    return match?.groups ? wallOf(match.groups) : undefined
  }
}
