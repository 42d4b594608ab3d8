import type { PowerFactorControl } from '../control/power-factor-control.ts'
import type { SettingControl } from '../control/setting-control.ts'
import type { SensorFrame } from '@helioport/contract/ingest'
import type { Reading, Source } from '../source/source.ts'
import { type Trouble, troublesOf, wordsOfAll } from '../source/trouble.ts'

/** Last result of a source, for the status page. */
export interface SourceState {
  name: string
  /** Null: never. */
  readAt: number | null
  /** Why the source, or some of its devices, report nothing now; null: all report. */
  trouble: string | null
  troubles: readonly Trouble[]
  devices: { serial: string; model: string | null; powerW: number | null }[]
  /** Values that have no field in a frame. */
  notes: readonly string[]
}

export interface Harvest {
  readings: Reading[]
  sensors: SensorFrame[]
}

/** Reads one source in every round; a slow source is not asked again before it has answered. */
export class SourceRun {
  readonly state: SourceState
  readonly #source: Source
  readonly #now: () => number
  readonly #say: (text: string) => void
  #asking: Promise<void> | null = null
  #harvest: Harvest = { readings: [], sensors: [] }

  constructor(source: Source, now: () => number, say: (text: string) => void) {
    this.#source = source
    this.#now = now
    this.#say = say
    this.state = { name: source.name, readAt: null, trouble: null, troubles: [], devices: [], notes: [] }
  }

  /** Settles with the answer to this question, or to one that is still open. */
  ask(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  /** Readings since the last harvest. */
  take(): Harvest {
    const harvest = this.#harvest
    this.#harvest = { readings: [], sensors: [] }
    return harvest
  }

  controlOf(serial: string): PowerFactorControl | null {
    return this.#source.controlOf?.(serial) ?? null
  }

  settingOf(serial: string): SettingControl | null {
    return this.#source.settingOf?.(serial) ?? null
  }

  close(): Promise<void> {
    return this.#source.close()
  }

  async #ask(): Promise<void> {
    try {
      const readings = await this.#source.read()
      this.#harvest.readings.push(...readings)
      this.#harvest.sensors.push(...((await this.#source.readSensors?.()) ?? []))
      this.state.readAt = this.#now()
      this.#tell(this.#source.away?.() ?? [])
      this.state.devices = readings.map(({ frame: { serial, model, powerW } }) => ({
        serial,
        model: model ?? null,
        powerW: powerW ?? null,
      }))
      this.state.notes = this.#source.notes?.() ?? []
    } catch (error) {
      this.#tell(troublesOf(error))
    }
  }

  /** Logs a trouble once, when it changes. */
  #tell(troubles: readonly Trouble[]): void {
    const reason = troubles.length > 0 ? wordsOfAll(troubles) : null
    if (reason !== null && this.state.trouble === null) this.#say(`${this.#source.name}: ${reason}`)
    if (reason === null && this.state.trouble !== null) this.#say(`${this.#source.name} answers again`)
    this.state.trouble = reason
    this.state.troubles = troubles
  }
}
