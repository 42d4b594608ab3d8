import type { DeviceFrame } from '@helioport/contract/ingest'

/** What surrounds an inverter in one minute; behaviours change it before the physics is worked out. */
export interface Surroundings {
  gridPresent: boolean
  /** Multiplies the grid's own voltage. */
  voltageShare: number
  /** Light that reaches the modules: soiling, shade, snow. */
  light: number
  /** Light per string on top of `light`; 1 each when nothing is wrong. */
  strings: Float64Array
  /** Commanded limit, share of rated power. */
  powerShare: number
  /** Signed power factor set on it; positive: inject. */
  powerFactor: number
  /** Fans: 1 all turn, 0 none. */
  fan: number
  /** False until somebody has set the grid code: it never feeds in. */
  initialized: boolean
  /** Alarm bits that no physics here explains. */
  errorWord: number
}

/** Withholds the frame of this time: the logger gets no answer on the bus. */
export const silent = Symbol('silent')

/**
 * Something that goes on with one inverter. A device is its capabilities and an ordered list of these:
 * each looks at the minute, then each looks at the frame. `undefined` leaves the frame as it is.
 * They are functions of time alone, so history and live agree.
 */
export interface Behaviour {
  readonly name: string
  disturb?: (at: number, surroundings: Surroundings) => void
  report?: (at: number, frame: DeviceFrame) => DeviceFrame | typeof silent | undefined
}

/** Half open: from <= at < to. Epoch ms. */
export interface Span {
  from: number
  to: number
}

export const isWithin = (span: Span, at: number): boolean => at >= span.from && at < span.to

export function resetSurroundings(s: Surroundings): void {
  s.gridPresent = true
  s.voltageShare = 1
  s.light = 1
  s.strings.fill(1)
  s.powerShare = 1
  s.powerFactor = 1
  s.fan = 1
  s.initialized = true
  s.errorWord = 0
}

export function surroundingsFor(stringCount: number): Surroundings {
  const s = { strings: new Float64Array(stringCount) } as Surroundings
  resetSurroundings(s)
  return s
}
