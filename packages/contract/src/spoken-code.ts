/** Characters that cannot be confused when read aloud or typed: 32 of them, 5 bits each. */
export const spokenSigns = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Code of the first account: 60 bits, safe against guessing without a rate limit. */
export const firstAccountSigns = 12

/**
 * Code with which a program claims a logger: short, for typing on a phone; it is valid for half an hour and attempts
 * are limited.
 */
export const claimSigns = 8

const groupSigns = 4

/** Code in display form: ABCD-EFGH-JKLM. `pick` returns a random number below its argument. */
export function newSpokenCode(signs: number, pick: (max: number) => number): string {
  const code = Array.from({ length: signs }, () => spokenSigns[pick(spokenSigns.length)] ?? '').join('')
  return code.replaceAll(new RegExp(`(.{${groupSigns}})(?=.)`, 'g'), '$1-')
}

/** Code in comparison form: dashes, spaces and case are ignored. */
export const plainCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
