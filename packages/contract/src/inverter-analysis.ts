/** What the inverters of a station can be compared by. */
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

/** More inverters, or more parameters, are too much for one request and one picture. */
export const mostAnalysedInverters = 50
export const mostAnalysisParameters = 4

/** Why an inverter, or a string, stays behind its siblings. */
export const analysisCauses = [
  /** Nothing was heard of it, and nothing came later. */
  'silent',
  /** It reports a fault or a notice. */
  'alarm',
  /** Strings carry next to nothing: a fuse, a connector, a cable. */
  'deadString',
  /** Strings carry less than the others: dirt, shade, a module. */
  'weakString',
  /** It was told to hold its power down. */
  'limited',
  /** Less of the power on its input reaches its output than at the others. */
  'conversion',
  /** It is hotter than the others where power is missing. */
  'hot',
  /** Most is missing in a small part of the day: shade. */
  'shade',
  /** It is behind all day: dirt, another direction, or a capacity that is entered wrongly. */
  'allDay',
] as const
export type AnalysisCause = (typeof analysisCauses)[number]

/**
 * Shares as letters: a picture of 50 inverters with 32 strings has 100,000 of them, and the reply must be there in a
 * second on a slow line. `.` is unknown, `0` is nothing, each further letter of the list two percent more.
 */
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const step = 0.02

/** Shares of 0 to 1.22, rounded to 0.02; what is more is 1.22. */
export const writeShares = (shares: readonly (number | null)[]): string =>
  shares
    .map((share) =>
      share === null ? '.' : letters.charAt(Math.max(0, Math.min(letters.length - 1, Math.round(share / step)))),
    )
    .join('')

export const readShares = (text: string): (number | null)[] =>
  Array.from(text, (letter) => (letter === '.' ? null : Math.round(letters.indexOf(letter) * 2) / 100))

/** Below this share of the median next to nothing came of a string. */
export const deadShare = 0.2
/** Quarters of an hour: a string of which next to nothing came for so long is dead; a shorter dip is none. */
const deadQuarters = 4
const isDead = (share: number) => Math.round(share / step) < Math.round(deadShare / step)

/** In which quarters of an hour a string was dead. What is not known neither ends such a spell nor makes it longer. */
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
