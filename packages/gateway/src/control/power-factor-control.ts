/** Why a device cannot be set; sent to the portal as it is. */
export type RefusalReason = 'unsupported' | 'rejected' | 'notEnoughLight'

export class Refusal extends Error {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The device refused a write: registers accepted before it may keep their new values. */
export const isHalfway = (error: unknown): boolean => error instanceof Refusal && error.reason === 'rejected'

/** State of a device's power factor setting. */
export interface PowerFactorState {
  /** Positive injects reactive power; 1 if the setting is switched off. */
  powerFactor: number
  /** Value as the register holds it. */
  raw: number
  isEnabled: boolean
  /** Present output, W and var; null: not reported. */
  powerW: number | null
  reactiveVar: number | null
}

/** A device whose power factor can be set. */
export interface PowerFactorControl {
  /**
   * @throws Refusal where it has no such setting, or another control overrides it
   * @throws SourceAway where it does not answer
   */
  read: () => Promise<PowerFactorState>
  /**
   * Writes the value and switches it on; the device reverts by itself after `revertAfterS` without a message.
   * @throws Refusal, SourceAway; after the latter the device may have taken the value
   */
  write: (powerFactor: number, revertAfterS: number) => Promise<void>
  /** Puts back the state that `read` returned. */
  restore: (state: PowerFactorState) => Promise<void>
  /** Rated power, W; null: not reported. */
  ratedW: number | null
}
