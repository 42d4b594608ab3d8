/** Why a device is not set: said to the portal as it stands. */
export type RefusalReason = 'unsupported' | 'rejected' | 'notEnoughLight'

export class Refusal extends Error {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The device itself said no: registers that it took before that may stand as they were written. */
export const isHalfway = (error: unknown): boolean => error instanceof Refusal && error.reason === 'rejected'

/** What a device does about its power factor. */
export interface PowerFactorState {
  /** Positive injects reactive power; 1 where the setting is not switched on. */
  powerFactor: number
  /** As the register holds it. */
  raw: number
  isEnabled: boolean
  /** What it feeds in now, W and var; null: not told. */
  powerW: number | null
  reactiveVar: number | null
}

/** A device whose power factor can be set. */
export interface PowerFactorControl {
  /**
   * @throws Refusal where it has no such setting, or another control has the last word
   * @throws SourceAway where it does not answer
   */
  read: () => Promise<PowerFactorState>
  /**
   * Writes and switches on; falls back by itself after `revertAfterS` without a message.
   * @throws Refusal, SourceAway; after the latter the value may have been taken
   */
  write: (powerFactor: number, revertAfterS: number) => Promise<void>
  /** Puts back what `read` told. */
  restore: (state: PowerFactorState) => Promise<void>
  /** Rated power, W; null: not told. */
  ratedW: number | null
}
