import type { Told } from '../settings.ts'
import type { Place, Serving } from '../place.ts'

/** What a check found. */
export interface Finding {
  state: 'good' | 'warning' | 'bad'
  /** What is so, in a line. */
  says: string
  /** What makes it good; of everything that is not. */
  fix?: string
}

/** What a check looks at. */
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
