/** A formatted quantity; `text` joins value and unit by a no-break space. */
export interface Figure {
  value: string
  unit: string
  text: string
}

export type InstantInput = string | number | Date

/** Shown for unknown values. */
export const noValue = '–'

const nbsp = '\u00a0'

const cached = <T>(make: (options: string) => T) => {
  const cache = new Map<string, T>()
  return (options: object): T => {
    const key = JSON.stringify(options)
    const found = cache.get(key)
    if (found) return found
    const made = make(key)
    cache.set(key, made)
    return made
  }
}

/** Three significant figures: 4.82, 48.2, 482. */
const digitsFor = (value: number) => (Math.abs(value) < 9.995 ? 2 : Math.abs(value) < 99.95 ? 1 : 0)

const powerUnits = ['W', 'kW', 'MW', 'GW'] as const
const energyUnits = ['kWh', 'MWh', 'GWh', 'TWh'] as const
const reactiveUnits = ['var', 'kvar', 'Mvar', 'Gvar'] as const

const isMeasured = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value)

/** Scales to the unit with at most three digits before the point. */
function scaled(value: number, units: readonly string[]): { scaled: number; unit: string; step: number } {
  let step = 0
  let rest = value
  while (Math.abs(rest) >= 999.5 && step < units.length - 1) {
    rest /= 1000
    step += 1
  }
  return { scaled: rest, unit: units[step] ?? '', step }
}

type NumberFormats = (options: object) => Intl.NumberFormat
type DateFormats = (options: object) => Intl.DateTimeFormat

/** Numbers, units, shares and money. */
function quantityFormats(numbers: NumberFormats) {
  const number = (value: number | null | undefined, digits = 0): string =>
    isMeasured(value)
      ? numbers({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
      : noValue

  const figure = (value: string, unit: string): Figure => ({ value, unit, text: unit ? value + nbsp + unit : value })

  const none = figure(noValue, '')

  const inUnits = (value: number | null | undefined, units: readonly string[], wholeFirst: boolean): Figure => {
    if (!isMeasured(value)) return none
    const { scaled: rest, unit, step } = scaled(value, units)
    return figure(number(rest, step === 0 && wholeFirst ? 0 : digitsFor(rest)), unit)
  }

  return {
    number,
    /** Any quantity with a fixed unit, for example `quantity(25.34, '°C', 1)`. */
    quantity: (value: number | null | undefined, unit: string, digits = 1): Figure =>
      isMeasured(value) ? figure(number(value, digits), unit) : none,
    /** W in; 812 W, 4.82 kW, 1.93 MW out. */
    power: (watts: number | null | undefined) => inUnits(watts, powerUnits, true),
    /** Input in var. */
    reactive: (vars: number | null | undefined) => inUnits(vars, reactiveUnits, true),
    /** kWh in; 26.4 kWh, 1.93 MWh out. */
    energy: (kwh: number | null | undefined) => inUnits(kwh, energyUnits, false),
    /** Rated DC power, input in kWp. */
    capacity: (kwp: number | null | undefined) => inUnits(kwp, ['kWp', 'MWp', 'GWp'], false),
    /** A share from 0 to 1. */
    percent: (share: number | null | undefined, digits = 1): string =>
      isMeasured(share)
        ? numbers({ style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }).format(share)
        : noValue,
    /**
     * An amount in an ISO 4217 currency, with the full symbol: NT$ and US$ would otherwise look alike. Right-to-left
     * marks are removed: beside left-to-right text they would separate the symbol from its amount.
     */
    money: (amount: number | null | undefined, currency: string): string =>
      isMeasured(amount)
        ? numbers({ style: 'currency', currency, currencyDisplay: 'symbol' }).format(amount).replaceAll('\u200F', '')
        : noValue,
  }
}

const toMinutes = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const clock = { minute: toMinutes, second: { ...toMinutes, second: '2-digit' } } as const
type Precision = keyof typeof clock

/**
 * Dates and times of day. `plain`: numbers only, for pages whose texts are in another language; formats with words use
 * that language.
 */
function dateFormats(dates: DateFormats, words: DateFormats, plain: boolean) {
  const format = (instant: InstantInput | null | undefined, by: DateFormats, options: Intl.DateTimeFormatOptions) => {
    if (instant === null || instant === undefined) return noValue
    const date = new Date(instant)
    return Number.isNaN(date.getTime()) ? noValue : by(options).format(date)
  }
  const moment = (instant: InstantInput | null | undefined, options: Intl.DateTimeFormatOptions): string =>
    format(instant, dates, options)

  const zone = (timeZone: string | undefined) => (timeZone ? { timeZone } : {})
  const numbered = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const day: Intl.DateTimeFormatOptions = plain ? numbered : { dateStyle: 'medium' }
  const dayOfMoment = plain ? numbered : ({ year: 'numeric', month: 'short', day: 'numeric' } as const)

  return {
    /** A day: an instant in a zone, or a plain `2026-11-21`. */
    date: (at: InstantInput | null | undefined, timeZone?: string): string =>
      typeof at === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(at)
        ? moment(`${at}T00:00:00Z`, { ...day, timeZone: 'UTC' })
        : moment(at, { ...day, ...zone(timeZone) }),
    /** A plain day formatted by chosen parts: `{ month: 'long', year: 'numeric' }` is "November 2026". */
    dayPart: (at: string, parts: Intl.DateTimeFormatOptions): string =>
      format(`${at}T00:00:00Z`, words, { ...parts, timeZone: 'UTC' }),
    /** A range of plain days: "16 – 22 Nov 2026". */
    dayRange: (from: string, to: string): string =>
      dates({ ...day, timeZone: 'UTC' }).formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)),
    /** Hours and minutes in the plant's zone (IANA name); with seconds for events within one minute. */
    time: (at: InstantInput | null | undefined, timeZone?: string, until: Precision = 'minute'): string =>
      moment(at, { ...clock[until], ...zone(timeZone) }),
    dateTime: (at: InstantInput | null | undefined, timeZone?: string, until: Precision = 'minute'): string =>
      moment(at, { ...dayOfMoment, ...clock[until], ...zone(timeZone) }),
  }
}

/** Durations, and how long ago something was. */
function durationFormats(numbers: NumberFormats, language: string) {
  let made: Intl.RelativeTimeFormat | undefined
  // Made at its first use: the browser reads its words for 10 ms (40 on a phone), and few first pages show an age.
  const relative = () => (made ??= new Intl.RelativeTimeFormat(tagsOf(language), { numeric: 'auto', style: 'short' }))

  return {
    /** Relative time: "12 min. ago". */
    ago: (instant: InstantInput | null | undefined, now: number = Date.now()): string => {
      if (instant === null || instant === undefined) return noValue
      const seconds = Math.round((new Date(instant).getTime() - now) / 1000)
      const size = Math.abs(seconds)
      if (size < 45) return relative().format(0, 'second')
      if (size < 45 * 60) return relative().format(Math.round(seconds / 60), 'minute')
      if (size < 22 * 3600) return relative().format(Math.round(seconds / 3600), 'hour')
      return relative().format(Math.round(seconds / 86_400), 'day')
    },
    /** A duration, input in ms: "3 hr 20 min". */
    duration: (ms: number | null | undefined): string => {
      if (!isMeasured(ms)) return noValue
      const minutes = Math.round(ms / 60_000)
      const part = (value: number, unit: string) => numbers({ style: 'unit', unit, unitDisplay: 'short' }).format(value)
      const days = Math.floor(minutes / 1440)
      const hours = Math.floor((minutes % 1440) / 60)
      if (days > 0) return hours > 0 ? `${part(days, 'day')} ${part(hours, 'hour')}` : part(days, 'day')
      if (hours > 0)
        return minutes % 60 > 0 ? `${part(hours, 'hour')} ${part(minutes % 60, 'minute')}` : part(hours, 'hour')
      return part(minutes, 'minute')
    },
  }
}

const tagsOf = (locale: string) => [locale, 'en-US']

const datesIn = (locale: string): DateFormats =>
  cached((text) => {
    const options = JSON.parse(text) as Intl.DateTimeFormatOptions
    // Pickers and day names use this calendar in every locale.
    return new Intl.DateTimeFormat(tagsOf(locale), { calendar: 'gregory', ...options })
  })

// Values that round to zero are shown as zero, not as minus zero.
const numbersIn = (locale: string): NumberFormats =>
  cached((text) => {
    const options = JSON.parse(text) as Intl.NumberFormatOptions
    return new Intl.NumberFormat(tagsOf(locale), { signDisplay: 'negative', ...options })
  })

/** Number, unit, money and time formats of a locale, all by Intl; their words are in `language`. */
export function createFormat(locale: string, language: string = locale) {
  const plain = locale !== language
  const dates = datesIn(locale)
  const numbers = numbersIn(locale)

  return {
    locale,
    ...quantityFormats(numbers),
    ...dateFormats(dates, plain ? datesIn(language) : dates, plain),
    ...durationFormats(plain ? numbersIn(language) : numbers, language),
  }
}

export type Format = ReturnType<typeof createFormat>
