import { zoneClock } from '@helioport/time/node'
import { UsageError } from '../options.ts'

const tokens: Record<string, string> = {
  YYYY: '(?<year>\\d{4})',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{1,2})',
  hh: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{1,2})',
  ss: '(?<second>\\d{1,2})',
  SSS: '(?<milli>\\d{1,6})',
  A: '(?<half>[AaPp]\\.?[Mm]\\.?)',
}

const minuteMs = 60_000
const isoWithOffset = /(?:Z|[+-]\d\d:?\d\d)$/

/** Instants (epoch ms) that a text can mean, earliest first; empty: none. */
export type TimeReader = (text: string) => number[]

/** Wall time as if it were UTC; undefined when the date does not exist (31 April). */
function wallOf(groups: Record<string, string | undefined>): number | undefined {
  const number = (name: string) => Number(groups[name] ?? 0)
  let hour = number('hour')
  const half = groups['half']?.[0]?.toUpperCase()
  if (half && (hour < 1 || hour > 12)) return undefined
  if (half) hour = (hour % 12) + (half === 'P' ? 12 : 0)
  const [year, month, day, minute, second] = [
    number('year'),
    number('month'),
    number('day'),
    number('minute'),
    number('second'),
  ]
  const milli = Number((groups['milli'] ?? '0').padEnd(3, '0').slice(0, 3))
  // 24:00 is the end of a day in some files.
  if (hour > 24 || (hour === 24 && minute + second > 0) || minute > 59 || second > 59) return undefined
  const midnight = Date.UTC(year, month - 1, day)
  const date = new Date(midnight)
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  return midnight + (hour * 60 + minute) * minuteMs + second * 1000 + milli
}

/** Reader for one file. Throws UsageError for a format without a date or a time of day. */
export function timeReader({ format, zone }: { format: string; zone: string }): TimeReader {
  if (format === 'epochMs' || format === 'epochS') {
    const unit = format === 'epochS' ? 1000 : 1
    return (text) => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? [Math.round(Number(text) * unit)] : [])
  }
  const clock = zoneClock(zone)
  const local = patternReader(format === 'iso' ? 'YYYY-MM-DD HH:mm:ss' : format)
  if (format !== 'iso') return (text) => instants(local(text.trim()))
  const pattern = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:[.,]\d+)?)?/
  return (text) => {
    const trimmed = text.trim()
    if (isoWithOffset.test(trimmed)) {
      const at = Date.parse(trimmed.replace(' ', 'T'))
      return Number.isNaN(at) ? [] : [at]
    }
    const match = pattern.exec(trimmed)
    return match ? instants(local(`${match[1]} ${match[2]}:${match[3] ?? '00'}`)) : []
  }

  function instants(wall: number | undefined): number[] {
    return wall === undefined ? [] : clock.instantsOf(wall)
  }
}

function patternReader(format: string): (text: string) => number | undefined {
  const source = format.replaceAll(/YYYY|MM|DD|HH|hh|mm|ss|SSS|A|[.*+?^${}()|[\]\\/]/g, (m) => tokens[m] ?? `\\${m}`)
  let pattern: RegExp
  try {
    pattern = new RegExp(`^${source}$`)
  } catch (error) {
    throw new UsageError(`the map's time format ${format} cannot be read`, { cause: error })
  }
  for (const token of ['year', 'month', 'day', 'hour']) {
    if (!source.includes(`<${token}>`)) throw new UsageError(`the map's time format ${format} has no ${token}`)
  }
  return (text) => {
    const match = pattern.exec(text)
    return match?.groups ? wallOf(match.groups) : undefined
  }
}
