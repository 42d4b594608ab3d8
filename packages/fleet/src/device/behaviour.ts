import { type Setting, unset } from '@helioport/contract'
import type { DeviceFrame } from '@helioport/contract/ingest'
import type { StringCondition } from '../physics/pv-string.ts'
import type { InverterState } from './inverter-state.ts'

/** Why an inverter does not feed in although it could; its mode in the frame. */
export type Stop = 'standby' | 'fault' | 'shutdown'

/** What surrounds an inverter in one minute; behaviours change it before the physics is worked out. */
export interface Surroundings {
  gridPresent: boolean
  /** Multiplies the grid's own voltage. */
  voltageShare: number
  /** Added to the grid's own frequency, Hz. */
  frequencyShiftHz: number
  /** Light that reaches the modules: soiling, shade, snow. */
  light: number
  /** The most light that reaches the plane of the array, W/m2; 0 is night. */
  lightLimitWm2: number
  /** Light per string on top of `light`; 1 each when nothing is wrong. */
  strings: Float64Array
  /** What is electrically wrong, by number of the string. */
  conditions: Map<number, StringCondition>
  /** Commanded limit, share of rated power. */
  powerShare: number
  /** Which control of reactive power is on. */
  reactive: Setting
  /** The value in its register for a limit of active power; `powerShare` is the limit that results from all of them. */
  limit: Setting
  /** An IV scan is under way: its limit is no alarm. */
  scanning: boolean
  /** Fans: 1 all turn, 0 none. */
  fan: number
  /** Added to the air around the cabinet, K. */
  heatK: number
  /** False until somebody has set the grid code: it never feeds in. */
  initialized: boolean
  stop: Stop | null
  /** Alarm bits that no physics here explains. */
  errorWord: number
}

/** Withholds the frame of this time: the logger gets no answer on the bus. */
export const silent = Symbol('silent')

/**
 * A condition or fault of one inverter. A device has capabilities and an ordered list of behaviours: each may change
 * the minute, then each may change the frame. `undefined` leaves the frame as it is.
 * They are functions of time and of what the inverter remembers, so history and live agree.
 */
export interface Behaviour {
  readonly name: string
  /** Changes what the inverter remembers, once per tick, asleep or not. Half open: from < its instants <= to. */
  remember?: (from: number, to: number, own: InverterState) => void
  disturb?: (at: number, surroundings: Surroundings) => void
  report?: (at: number, frame: DeviceFrame, own: InverterState) => DeviceFrame | typeof silent | undefined
  /** False: it does not answer on the bus. */
  answers?: (at: number) => boolean
  /** How it takes a written value: without an answer, or acknowledged without effect. */
  write?: (at: number) => 'noAnswer' | 'ignored' | undefined
}

/** Half open: from <= at < to. Epoch ms. `to` moves when somebody switches it off. */
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
