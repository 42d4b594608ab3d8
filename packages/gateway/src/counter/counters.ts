import type { DeviceFrame } from '@helioport/contract/ingest'
import type { Reading } from '../source/source.ts'
import { readStateFile, writeStateFile } from '../state/state-file.ts'
import { type CounterState, guardCounter } from './guard.ts'

/** Counters of all serials, kept in a file so that a restart continues them. */
export class Counters {
  readonly #file: string
  readonly #say: (text: string) => void
  readonly #states: Map<string, CounterState>

  constructor(file: string, say: (text: string) => void) {
    this.#file = file
    this.#say = say
    this.#states = new Map(Object.entries(readStateFile<Record<string, CounterState>>(file) ?? {}))
  }

  /** Frames with lifetime energy, ready to send; the counters are saved first. */
  async framesOf(readings: readonly Reading[]): Promise<DeviceFrame[]> {
    const frames = readings.map((reading) => this.#frameOf(reading))
    if (frames.length > 0) await this.#save()
    return frames
  }

  /** A full disk must not cost the round; only a restart would miss the saved state. */
  async #save(): Promise<void> {
    try {
      await writeStateFile(this.#file, Object.fromEntries(this.#states))
    } catch (error) {
      this.#say(`the counters cannot be saved: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  #frameOf({ frame, counter }: Reading): DeviceFrame {
    if (!counter) return frame
    const before = this.#states.get(frame.serial) ?? null
    const { state, sentKwh, note } = guardCounter(before, counter, frame.at, frame.ratedPowerW ?? null)
    this.#states.set(frame.serial, state)
    if (note) this.#say(`${frame.serial}: ${note}`)
    return sentKwh === null ? frame : { ...frame, energyTotalKwh: sentKwh }
  }
}
