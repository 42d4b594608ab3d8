/** Parameters by which the inverters of a station can be compared. */
export const analysisParameters = [
  'power',
  'dcPower',
  'temperature',
  'voltage',
  'frequency',
  'powerFactor',
  'stringCurrents',
] as const
export type AnalysisParameter = (typeof analysisParameters)[number]

/** Limits of one request and one chart. */
export const mostAnalysedInverters = 50
export const mostAnalysisParameters = 4

/** Why an inverter or a string performs below its siblings. */
export const analysisCauses = [
  /** No data arrived, not even later. */
  'silent',
  /** The inverter reports a fault or a notice. */
  'alarm',
  /** Strings carry almost no current: a fuse, a connector, a cable. */
  'deadString',
  /** Strings carry less than the others: dirt, shade, a module. */
  'weakString',
  /** A power limit was set. */
  'limited',
  /** The inverter's conversion efficiency is lower than that of the others. */
  'conversion',
  /** The inverter is hotter than the others at times when power is missing. */
  'hot',
  /** Most of the loss is in a small part of the day: shade. */
  'shade',
  /** The inverter is lower all day: dirt, another orientation, or a wrong capacity entry. */
  'allDay',
] as const
export type AnalysisCause = (typeof analysisCauses)[number]

/**
 * Shares encoded as letters: a chart of 50 inverters with 32 strings has 100,000 of them, and the reply must arrive
 * within a second on a slow line. `.` is unknown, `0` is zero, each further letter adds two percent.
 */
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const step = 0.02

/** Shares of 0 to 1.22, rounded to 0.02; larger shares become 1.22. */
export const writeShares = (shares: readonly (number | null)[]): string =>
  shares
    .map((share) =>
      share === null ? '.' : letters.charAt(Math.max(0, Math.min(letters.length - 1, Math.round(share / step)))),
    )
    .join('')

export const readShares = (text: string): (number | null)[] =>
  Array.from(text, (letter) => (letter === '.' ? null : Math.round(letters.indexOf(letter) * 2) / 100))

/** A string below this share of the median carries almost no current. */
export const deadShare = 0.2
/** A string is dead after this many quarter-hours with almost no current; shorter dips do not count. */
const deadQuarters = 4
const isDead = (share: number) => Math.round(share / step) < Math.round(deadShare / step)

/** Quarter-hours in which a string was dead. An unknown share neither ends nor lengthens a dead period. */
export function deadSpells(shares: readonly (number | null)[]): boolean[] {
  const dead = shares.map(() => false)
  let spell: number[] = []
  shares.forEach((share, quarter) => {
    if (share === null) return
    spell = isDead(share) ? [...spell, quarter] : []
    if (spell.length >= deadQuarters) for (const each of spell) dead[each] = true
  })
  return dead
}
