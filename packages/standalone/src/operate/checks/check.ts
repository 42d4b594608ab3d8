import type { Told } from '../settings.ts'
import type { Place, Serving } from '../place.ts'

/** Result of a check. */
export interface Finding {
  state: 'good' | 'warning' | 'bad'
  /** The state, in one line. */
  says: string
  /** How to repair it; for every state that is not good. */
  fix?: string
}

/** Input of the checks. */
export interface Patient {
  told: Told
  place: Place
  /** The portal that runs here. */
  serving: Serving | null
  /** Epoch ms. */
  now: number
}

export interface Check {
  name: string
  look: (patient: Patient) => Promise<Finding | Finding[]> | Finding | Finding[]
}

export const good = (says: string): Finding => ({ state: 'good', says })
export const warning = (says: string, fix: string): Finding => ({ state: 'warning', says, fix })
export const bad = (says: string, fix: string): Finding => ({ state: 'bad', says, fix })
