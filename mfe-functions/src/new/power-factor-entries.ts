import { isPowerFactor } from '@helioport/contract'

export type Direction = 'inject' | 'absorb'

/** Entries of a fixed power factor. */
export interface PowerFactorEntries {
  direction: Direction
  /** As typed, with or without a sign; null: empty. */
  magnitude: number | null
  /** Zero: the value stays. */
  revertAfterMinutes: number
  canary: boolean
}

export const firstEntries: PowerFactorEntries = {
  direction: 'inject',
  magnitude: null,
  revertAfterMinutes: 0,
  canary: false,
}

/** The signed power factor of a command (positive injects); null for invalid entries. */
export function powerFactorOf({ direction, magnitude }: Pick<PowerFactorEntries, 'direction' | 'magnitude'>) {
  if (magnitude === null) return null
  const powerFactor = direction === 'absorb' ? -Math.abs(magnitude) : magnitude
  return isPowerFactor(powerFactor) ? powerFactor : null
}

/** Direction of a typed sign, as everywhere in the portal: + injects, − absorbs. Undefined without a sign. */
export function typedDirection(text: string): Direction | undefined {
  const sign = text.trimStart()[0] ?? ''
  if (sign === '+' || sign === '＋') return 'inject'
  return '-−－'.includes(sign) && sign !== '' ? 'absorb' : undefined
}

/** Body of `POST /commands/reactive-power`. */
export const commandBody = (deviceIds: string[], entries: PowerFactorEntries) => ({
  deviceIds,
  powerFactor: powerFactorOf(entries),
  ...(entries.revertAfterMinutes > 0 && { revertAfterMinutes: entries.revertAfterMinutes }),
  ...(entries.canary && { canary: true }),
})
