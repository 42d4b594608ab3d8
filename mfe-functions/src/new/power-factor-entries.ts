import { isPowerFactor } from '@helioport/contract'

export type Direction = 'inject' | 'absorb'

/** What a person enters of a fixed power factor. */
export interface PowerFactorEntries {
  direction: Direction
  /** Without its sign; null: the field is empty. */
  magnitude: number | null
  /** Zero: it stays. */
  revertAfterMinutes: number
  canary: boolean
}

export const firstEntries: PowerFactorEntries = {
  direction: 'inject',
  magnitude: null,
  revertAfterMinutes: 0,
  canary: false,
}

/** The power factor as a command has it, positive injects; null where the entries give none that inverters take. */
export function powerFactorOf({ direction, magnitude }: Pick<PowerFactorEntries, 'direction' | 'magnitude'>) {
  if (magnitude === null || magnitude <= 0) return null
  const powerFactor = direction === 'absorb' ? -magnitude : magnitude
  return isPowerFactor(powerFactor) ? powerFactor : null
}

/** The entries as the service takes them. */
export const commandBody = (deviceIds: string[], entries: PowerFactorEntries) => ({
  deviceIds,
  powerFactor: powerFactorOf(entries),
  ...(entries.revertAfterMinutes > 0 && { revertAfterMinutes: entries.revertAfterMinutes }),
  ...(entries.canary && { canary: true }),
})
