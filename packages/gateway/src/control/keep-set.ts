import { readStateFile, writeStateFile } from '../state/state-file.ts'
import type { PowerFactorControl } from './power-factor-control.ts'

/** A device goes back by itself after so long without us, s; what is wanted is written anew well before. */
export const revertAfterS = 900
const renewMs = 300_000

/**
 * What the portal wants of each device, kept in a file: it is written anew while it is wanted, so that a device whose
 * gateway died goes back to its own default, and one whose gateway was started again stays as it was.
 */
export class WantedSettings {
  readonly #file: string
  readonly #wanted: Map<string, number>
  readonly #renewedAt = new Map<string, number>()

  constructor(file: string) {
    this.#file = file
    this.#wanted = new Map(Object.entries(readStateFile<Record<string, number>>(file) ?? {}))
  }

  async want(serial: string, powerFactor: number, now: number): Promise<void> {
    this.#wanted.set(serial, powerFactor)
    this.#renewedAt.set(serial, now)
    await writeStateFile(this.#file, Object.fromEntries(this.#wanted))
  }

  /** Writes what is due; a device that does not answer is tried again in the next round. */
  async renew(controlOf: (serial: string) => PowerFactorControl | null, now: number): Promise<void> {
    for (const [serial, powerFactor] of this.#wanted) {
      if (now - (this.#renewedAt.get(serial) ?? Number.NEGATIVE_INFINITY) < renewMs) continue
      const control = controlOf(serial)
      if (!control) continue
      const isWritten = await control.write(powerFactor, revertAfterS).then(
        () => true,
        () => false,
      )
      if (isWritten) this.#renewedAt.set(serial, now)
    }
  }
}
