/**
 * A condition or fault of a plant's logger, as functions of time alone (epoch ms), so that frames without an
 * acknowledgement can be computed again. `undefined`: the behaviour changes nothing.
 */
export interface LoggerBehaviour {
  readonly name: string
  /** False: the logger does not reach the service. */
  isOnline?: (now: number) => boolean
  /** How old a reading is before it is sent, ms. */
  delayMs?: (now: number) => number
  /** How many more times the same upload is sent. */
  copies?: (now: number) => number
  /** Its clock against the true time, ms; positive: fast. */
  clockErrorMs?: (at: number) => number
  /** When this behaviour switched it on last. */
  startedAt?: (now: number) => number | undefined
}

export const isOnline = (behaviours: readonly LoggerBehaviour[], now: number): boolean =>
  behaviours.every((behaviour) => behaviour.isOnline?.(now) ?? true)

const sum = (values: readonly (number | undefined)[]) =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0)

export const delayMs = (behaviours: readonly LoggerBehaviour[], now: number): number =>
  sum(behaviours.map((behaviour) => behaviour.delayMs?.(now)))

export const copies = (behaviours: readonly LoggerBehaviour[], now: number): number =>
  sum(behaviours.map((behaviour) => behaviour.copies?.(now)))

export const clockErrorMs = (behaviours: readonly LoggerBehaviour[], at: number): number =>
  sum(behaviours.map((behaviour) => behaviour.clockErrorMs?.(at)))

/** When the logger started: with the process, or later by a behaviour that switched it off and on. */
export const startOf = (behaviours: readonly LoggerBehaviour[], processStart: number, now: number): number =>
  Math.max(processStart, ...behaviours.map((behaviour) => behaviour.startedAt?.(now) ?? processStart))
