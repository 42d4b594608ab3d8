/**
 * Whether the day exists, within the years that `isDay` accepts. Synchronous: Temporal's polyfill may still be loading.
 */
function isKnown(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return /^(?:19|20|21)/.test(day) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

/** A typed day as YYYY-MM-DD; undefined: the text is not a day. The year comes first in all languages. */
export function typedDay(typed: string): string | undefined {
  const parts =
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/.exec(typed.trim()) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(typed.trim())
  if (!parts) return undefined
  const [, year = '', month = '', date = ''] = parts
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isKnown(day) ? day : undefined
}

/** A typed time of day as HH:MM of 24 hours; undefined: the text is not a time. */
export function typedTime(typed: string): string | undefined {
  const [, hour = '', minute = ''] = /^([01]?\d|2[0-3])\s*[:.：]?\s*([0-5]\d)$/.exec(typed.trim()) ?? []
  return hour === '' ? undefined : `${hour.padStart(2, '0')}:${minute}`
}

/** A day and a time that were entered as one text, as `2026-11-21T10:00`; undefined: the text is not of this form. */
export function typedMoment(typed: string): { day: string; time: string } | undefined {
  const [first, second, ...rest] = typed.trim().split(/[T\s]+/)
  if (first === undefined || second === undefined || rest.length > 0) return undefined
  const [day, time] = [typedDay(first), typedTime(second)]
  return day === undefined || time === undefined ? undefined : { day, time }
}
