import { minPasswordLength } from './constants.ts'

export const passwordStrengths = ['tooShort', 'weak', 'medium', 'strong'] as const
export type PasswordStrength = (typeof passwordStrengths)[number]

/** Minimum entropy in bits of a medium and of a strong password. */
const mediumBits = 40
const strongBits = 60

const kinds: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/[^ -~]/, 100],
]

/**
 * Strength of a password by estimated entropy. Characters that repeat or continue their neighbour ("aaaa", "1234") add
 * almost nothing; a password below the minimum length is always too short.
 */
export function passwordStrength(password: string): PasswordStrength {
  const signs = [...password.normalize('NFKC')]
  if (signs.length < minPasswordLength) return 'tooShort'
  const alphabet = kinds.reduce((size, [kind, count]) => size + (kind.test(password) ? count : 0), 0)
  const codes = signs.map((sign) => sign.codePointAt(0) ?? 0)
  const surprising = codes.filter((code, at) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1).length
  const distinct = new Set(codes).size
  const bits = Math.min(surprising, distinct * 1.5) * Math.log2(alphabet)
  if (bits >= strongBits) return 'strong'
  return bits >= mediumBits ? 'medium' : 'weak'
}
