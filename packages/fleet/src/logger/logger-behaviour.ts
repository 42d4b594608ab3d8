/**
 * A condition or fault of a plant's logger, as functions of time only (epoch ms), so that unacknowledged frames can be
 * recomputed. `undefined`: no change.
 */
export interface LoggerBehaviour {
  readonly name: string
  /** False: the logger does not reach the service. */
  isOnline?: (now: number) => boolean
  /** Delay between reading and sending, ms. */
  delayMs?: (now: number) => number
  /** Number of additional times that the same upload is sent. */
  copies?: (now: number) => number
  /** Offset of its clock from true time, ms; positive: fast. */
  clockErrorMs?: (at: number) => number
  /** When this behaviour last switched the logger on. */
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

/** Start time of the logger: that of the process, or a later restart by a behaviour. */
export const startOf = (behaviours: readonly LoggerBehaviour[], processStart: number, now: number): number =>
  Math.max(processStart, ...behaviours.map((behaviour) => behaviour.startedAt?.(now) ?? processStart))
