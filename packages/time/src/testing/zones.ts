import fc from 'fast-check'

export const zones = Intl.supportedValuesOf('timeZone')

const dayMs = 86_400_000
const changesFrom = Date.UTC(2009, 0, 1)
export const changesTo = Date.UTC(2027, 0, 1)
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * The clock of a zone as the run time's own Intl shows it, which shares no rule with Temporal's arithmetic:
 * `2026-11-21 23:59:59`.
 */
export function shownAt(at: number, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(timeZone, format)
  }
  return format.format(at)
}

export const zone = fc.constantFrom(...zones)

/** Instants of half a century. */
export const instant = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2040, 0, 1) })

/** Days on which clocks were changed in ways that simple arithmetic gets wrong. */
export const oddDays = [
  // The clock jumps at midnight: the day begins at one.
  ['Africa/Cairo', '2026-04-24', 23],
  ['Asia/Beirut', '2026-03-29', 23],
  ['America/Sao_Paulo', '2018-11-04', 23],
  // Midnight comes twice.
  ['America/Havana', '2026-11-01', 25],
  ['Africa/Cairo', '2026-10-29', 25],
  // Half an hour.
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['Asia/Jerusalem', '2026-03-27', 23],
  ['America/Denver', '2026-11-01', 25],
  ['Antarctica/Troll', '2026-03-29', 22],
  ['Asia/Taipei', '2026-03-29', 24],
  // The zone went to the other side of the date line: the day does not exist.
  ['Pacific/Apia', '2011-12-30', 0],
  ['Pacific/Fakaofo', '2011-12-30', 0],
] as const

/** Every instant at which a zone changed its clock from 2009 to 2027, found week by week and by halving, by Intl alone. */
export function changesOf(timeZone: string): number[] {
  const offset = (at: number) =>
    Date.parse(`${shownAt(at, timeZone).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000
  const changes: number[] = []
  let before = offset(changesFrom)
  for (let at = changesFrom; at < changesTo; at += 7 * dayMs) {
    const after = offset(at + 7 * dayMs)
    if (before !== after) {
      let [low, high] = [at, at + 7 * dayMs]
      while (high - low > 1000) {
        const middle = Math.floor((low + high) / 2000) * 1000
        if (offset(middle) === before) low = middle
        else high = middle
      }
      changes.push(high)
    }
    before = after
  }
  return changes
}
