import { isTimeZone, zoneClock } from '@helioport/time'
import { hoursNamed } from '../cell/zone-mark.ts'
import { FileProblem } from '../problem.ts'

/** Pairs of letters for winter and summer time, with a zone that has the same clock changes. */
const bothHalves: Record<string, string> = {
  'CET/CEST': 'Europe/Berlin',
  'MEZ/MESZ': 'Europe/Berlin',
  'WET/WEST': 'Europe/Lisbon',
  'EET/EEST': 'Europe/Helsinki',
  'GMT/BST': 'Europe/London',
  'EST/EDT': 'America/New_York',
  'CST/CDT': 'America/Chicago',
  'MST/MDT': 'America/Denver',
  'PST/PDT': 'America/Los_Angeles',
}

/**
 * The zone that a heading names, the most exact first: `Europe/Berlin`, `CET/CEST`, `UTC+5:30`, `UTC`, `MST`;
 * null: none, or letters with different meanings in two parts of the world.
 */
export function zoneNamed(heading: string): string | null {
  return byPlace(heading) ?? byHalves(heading) ?? byOffset(heading) ?? byLetters(heading)
}

/** Matches only from the start of a word: tried at each letter, a very long word would take quadratic time. */
const byPlace = (heading: string): string | null =>
  heading.match(/(?<![A-Za-z])[A-Z][A-Za-z]+(?:\/[A-Z][\w+-]*)+/g)?.find((name) => isTimeZone(name)) ?? null

const byHalves = (heading: string): string | null =>
  bothHalves[/\b([A-Z]{3,4})\s*[/|]\s*([A-Z]{3,4})\b/.exec(heading)?.slice(1).join('/') ?? ''] ?? null

/** An offset after `UTC` or `GMT`, or alone in brackets. */
function byOffset(heading: string): string | null {
  const match =
    /(?:UTC|GMT)\s*([+\-−±])(\d\d?)(?::?(\d\d))?(?!\d|\s*(?:min|sec))/u.exec(heading) ??
    /[([]\s*([+\-−])(\d\d):?(\d\d)\s*[)\]]/u.exec(heading)
  if (!match) return null
  const [, sign, hours, minutes = '00'] = match
  const isEast = sign === '+'
  if (Number(hours) > 14 || Number(minutes) > 59) return null
  if (Number(minutes) !== 0) return `${isEast ? '+' : '-'}${hours?.padStart(2, '0')}:${minutes}`
  return fixed(isEast ? Number(hours) : -Number(hours))
}

function byLetters(heading: string): string | null {
  const words = heading.split(/[^\p{L}\p{N}]+|_/u)
  const [hours = null] = words.flatMap((word) => (word === 'Z' ? [] : (hoursNamed(word) ?? [])))
  if (hours !== null) return fixed(hours)
  return words.some((word) => /^(utc|gmt)$/i.test(word)) ? 'Etc/UTC' : null
}

/** The sign in `Etc/GMT…` names is inverted. */
const fixed = (hours: number): string => (hours === 0 ? 'Etc/UTC' : `Etc/GMT${hours < 0 ? '+' : '-'}${Math.abs(hours)}`)

/** Whether the zone in a heading contradicts `zone`: a fixed offset may match its winter or its summer time. */
export function contradictsZone(heading: string, zone: string): boolean {
  const named = zoneNamed(heading)
  if (named === null) return false
  const [said, chosen] = [zoneClock(named), zoneClock(zone)]
  const differs = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)].map((at) => said.offsetAt(at) !== chosen.offsetAt(at))
  return named === 'Etc/UTC' || !/^(Etc\/|[+-])/.test(named) ? differs.includes(true) : !differs.includes(false)
}

export const zoneMissing = (file: string, heading: string): FileProblem =>
  new FileProblem(
    'zoneMissing',
    `${file} does not name the zone of its times, but the heading "${heading}" of another file does: import it on its own`,
    file,
  )
