/** Signs that nobody mistakes for one another, read aloud or typed: 32 of them, 5 bits each. */
export const spokenSigns = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Of the first account: 60 bits, which nobody guesses however often he asks. */
export const firstAccountSigns = 12

/** Of a logger that a program claims: short, for a phone in a cellar; it lives half an hour and guesses are counted. */
export const claimSigns = 8

const groupSigns = 4

/** As it is shown: ABCD-EFGH-JKLM. `pick` gives a random number below its argument. */
export function newSpokenCode(signs: number, pick: (max: number) => number): string {
  const code = Array.from({ length: signs }, () => spokenSigns[pick(spokenSigns.length)] ?? '').join('')
  return code.replaceAll(new RegExp(`(.{${groupSigns}})(?=.)`, 'g'), '$1-')
}

/** As it is compared: what people type beside it (dashes, spaces, small letters) does not matter. */
export const plainCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
