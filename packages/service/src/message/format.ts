import { mailLocaleOf, type PageLocale } from '@helioport/contract'

const minuteMs = 60_000

/** An instant in a time zone, with the zone's name: `Jun 10, 2026, 12:00 PM (Europe/Berlin)`. */
export function timeIn(locale: PageLocale, at: number, timeZone: string): string {
  const time = new Intl.DateTimeFormat(mailLocaleOf(locale), { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return `${time.format(at)} (${timeZone})`
}

/** The same for an account, whose zone is an offset in minutes: `… (UTC+01:00)`. */
export function timeAtOffset(locale: PageLocale, at: number, offsetMinutes: number): string {
  const time = new Intl.DateTimeFormat(mailLocaleOf(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const size = Math.abs(offsetMinutes)
  const clock = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return `${time.format(at + offsetMinutes * minuteMs)} (UTC${offsetMinutes < 0 ? '-' : '+'}${clock})`
}

/** A plain day `2026-06-10` in the locale's format: `Jun 10, 2026`. */
export const dayIn = (locale: PageLocale, day: string): string => dayAs(locale, day, { dateStyle: 'medium' })

/** A range of days, or one day where both are equal: `Jun 9 – 10, 2026`. */
export const daysIn = (locale: PageLocale, first: string, last: string): string =>
  new Intl.DateTimeFormat(mailLocaleOf(locale), { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    Date.parse(first),
    Date.parse(last),
  )

/** A day without its year, for the ends of an axis. */
export const shortDayIn = (locale: PageLocale, day: string): string =>
  dayAs(locale, day, { month: 'short', day: 'numeric' })

const dayAs = (locale: PageLocale, day: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(mailLocaleOf(locale), { ...parts, timeZone: 'UTC' }).format(Date.parse(day))

/** A duration in days, hours and minutes: the two largest units that are not zero. */
export function lengthOf(locale: PageLocale, ms: number): string {
  const minutes = Math.max(0, Math.round(ms / minuteMs))
  const parts = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor((minutes % 1440) / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const
  const first = parts.findIndex(([amount], nth) => amount > 0 || nth === parts.length - 1)
  return parts
    .slice(first, first + 2)
    .filter(([amount], nth) => amount > 0 || nth === 0)
    .map(([value, unit]) => numberIn(locale, value, { style: 'unit', unit, unitDisplay: 'long' }))
    .join(' ')
}

/** In kWh with one decimal, from 10,000 kWh in MWh with two; null: not known. */
export function energyIn(locale: PageLocale, kwh: number | null): string | null {
  if (kwh === null) return null
  return Math.abs(kwh) < 10_000
    ? `${numberIn(locale, kwh, { maximumFractionDigits: 1 })} kWh`
    : `${numberIn(locale, kwh / 1000, { maximumFractionDigits: 2 })} MWh`
}

export const powerIn = (locale: PageLocale, watts: number): string =>
  watts < 1_000_000
    ? `${numberIn(locale, watts / 1000, { maximumFractionDigits: 2 })} kW`
    : `${numberIn(locale, watts / 1_000_000, { maximumFractionDigits: 2 })} MW`

export const moneyIn = (locale: PageLocale, amount: number | null, currency: string) =>
  amount === null ? null : numberIn(locale, amount, { style: 'currency', currency, currencyDisplay: 'code' })

export const percentIn = (locale: PageLocale, share: number | null) =>
  share === null ? null : numberIn(locale, share, { style: 'percent', maximumFractionDigits: 1 })

export const numberIn = (locale: PageLocale, value: number, options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat(mailLocaleOf(locale), options).format(value)
