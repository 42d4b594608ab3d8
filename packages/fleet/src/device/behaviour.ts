import { type Setting, unset } from '@helioport/contract'
import type { DeviceFrame } from '@helioport/contract/ingest'
import type { StringCondition } from '../physics/pv-string.ts'
import type { InverterState } from './inverter-state.ts'

/** Why an inverter does not feed in although it could; determines the mode in its frame. */
export type Stop = 'standby' | 'fault' | 'shutdown'

/** Conditions of an inverter in one minute; behaviours change them before the physics is computed. */
export interface Surroundings {
  gridPresent: boolean
  /** Factor on the grid's voltage. */
  voltageShare: number
  /** Added to the grid's own frequency, Hz. */
  frequencyShiftHz: number
  /** Share of light that reaches the modules: soiling, shade, snow. */
  light: number
  /** Upper limit of irradiance in the plane of the array, W/m2; 0 is night. */
  lightLimitWm2: number
  /** Factor per string in addition to `light`; 1 without a fault. */
  strings: Float64Array
  /** Electrical faults by string number. */
  conditions: Map<number, StringCondition>
  /** Commanded limit, share of rated power. */
  powerShare: number
  /** Active reactive power control. */
  reactive: Setting
  /** Value of the active power limit register; `powerShare` is the effective limit. */
  limit: Setting
  /** An IV scan is running: the limit that it causes raises no alarm. */
  scanning: boolean
  /** Share of fans that turn: 1 all, 0 none. */
  fan: number
  /** Added to the ambient temperature at the cabinet, K. */
  heatK: number
  /** False: the grid code is not set, so the inverter never feeds in. */
  initialized: boolean
  stop: Stop | null
  /** Additional alarm bits that the model does not derive. */
  errorWord: number
}

/** Suppresses the frame of this tick: the inverter does not answer on the bus. */
export const silent = Symbol('silent')

/**
 * A condition or fault of one inverter. A device has capabilities and an ordered list of behaviours: each may change
 * the minute, then each may change the frame. `undefined` leaves the frame unchanged. Behaviours are functions of time
 * and of the inverter's state, so history and live data agree.
 */
export interface Behaviour {
  readonly name: string
  /** Changes the inverter's state once per tick, also while it sleeps. Half open: from < t <= to. */
  remember?: (from: number, to: number, own: InverterState) => void
  disturb?: (at: number, surroundings: Surroundings) => void
  report?: (at: number, frame: DeviceFrame, own: InverterState) => DeviceFrame | typeof silent | undefined
  /** False: the inverter does not answer on the bus. */
  answers?: (at: number) => boolean
  /** Reaction to a write: no answer, or acknowledged without effect. */
  write?: (at: number) => 'noAnswer' | 'ignored' | undefined
}

/** Half open: from <= at < to. Epoch ms. `to` changes when the behaviour is switched off. */
export interface Span {
  readonly from: number
  readonly to: number
}

export const isWithin = (span: Span, at: number): boolean => at >= span.from && at < span.to

export function resetSurroundings(s: Surroundings): void {
  s.gridPresent = true
  s.voltageShare = 1
  s.frequencyShiftHz = 0
  s.light = 1
  s.lightLimitWm2 = Number.POSITIVE_INFINITY
  s.strings.fill(1)
  if (s.conditions.size > 0) s.conditions.clear()
  s.powerShare = 1
  s.reactive = unset.reactive
  s.limit = unset.active
  s.scanning = false
  s.fan = 1
  s.heatK = 0
  s.initialized = true
  s.stop = null
  s.errorWord = 0
}

export function surroundingsFor(stringCount: number): Surroundings {
  const s = { strings: new Float64Array(stringCount), conditions: new Map() } as unknown as Surroundings
  resetSurroundings(s)
  return s
}
