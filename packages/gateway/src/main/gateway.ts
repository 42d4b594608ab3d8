import type { PowerFactorControl } from '../control/power-factor-control.ts'
import type { NextCommandRequest } from '@helioport/contract/ingest'
import type { SettingControl } from '../control/setting-control.ts'
import type { WantedSettings } from '../control/keep-set.ts'
import type { Backlog, Entry } from '../backlog/backlog.ts'
import type { Counters } from '../counter/counters.ts'
import type { Sender, SenderState } from '../send/sender.ts'
import type { SourceRun, SourceState } from './source-run.ts'

export interface GatewayParts {
  runs: readonly SourceRun[]
  counters: Counters
  backlog: Backlog
  sender: Sender
  now: () => number
  wait: (ms: number) => Promise<void>
  intervalMs: number
  /** What the portal set, kept as it is; null: it may set nothing. */
  wanted: WantedSettings | null
  say: (text: string) => void
}

export interface GatewayState {
  startedAt: number
  sources: SourceState[]
  sender: SenderState
  waitingRows: number
  waitingSince: number | null
  /** Why nothing can be kept; null: it can. */
  diskTrouble: string | null
}

/** Round after round: ask every source, keep what came, send it. */
export class Gateway {
  readonly #parts: GatewayParts
  readonly #startedAt: number
  #diskTrouble: string | null = null
  /** What its devices are is known after the first round. */
  #isKnown: () => void = () => undefined
  readonly #known = new Promise<void>((done) => {
    this.#isKnown = done
  })

  constructor(parts: GatewayParts) {
    this.#parts = parts
    this.#startedAt = parts.now()
  }

  get wanted(): WantedSettings | null {
    return this.#parts.wanted
  }

  get state(): GatewayState {
    const { runs, sender, backlog } = this.#parts
    return {
      startedAt: this.#startedAt,
      sources: runs.map((run) => run.state),
      sender: sender.state,
      waitingRows: backlog.rows,
      waitingSince: backlog.oldestAt,
      diskTrouble: this.#diskTrouble,
    }
  }

  /** Rounds at whole multiples of the interval, until `signal` says no more. */
  async run(signal: AbortSignal): Promise<void> {
    const { intervalMs, now, wait } = this.#parts
    while (!signal.aborted) {
      await this.round()
      await wait(intervalMs - (now() % intervalMs))
    }
  }

  /** What a slow source tells after the interval is taken in by the next round. */
  async round(): Promise<Entry> {
    const { runs, counters, backlog, sender, now, wait, intervalMs, say } = this.#parts
    await Promise.race([Promise.all(runs.map((run) => run.ask())), wait(intervalMs)])
    const harvests = runs.map((run) => run.take())
    const entry: Entry = {
      devices: await counters.framesOf(harvests.flatMap(({ readings }) => readings)),
      sensors: harvests.flatMap(({ sensors }) => sensors),
    }
    const dropped = await backlog.dropOld(now())
    if (dropped > 0) say(`${dropped} rows waited for more than 30 days and are given up`)
    const kept = await this.#keep(entry)
    await (kept === null && !isEmpty(entry) ? sender.sendUnsaved(entry) : sender.send(kept))
    await this.#parts.wanted?.renew(
      { powerFactor: (serial) => this.controlOf(serial), setting: (serial) => this.settingOf(serial) },
      now(),
    )
    this.#isKnown()
    return entry
  }

  /** How a device is set; null where none of the sources has it. */
  controlOf(serial: string): PowerFactorControl | null {
    return this.#parts.runs.map((run) => run.controlOf(serial)).find((control) => control !== null) ?? null
  }

  /** The same for all other settings. */
  settingOf(serial: string): SettingControl | null {
    return this.#parts.runs.map((run) => run.settingOf(serial)).find((control) => control !== null) ?? null
  }

  /** What each device can be set to; one that does not answer says nothing now. */
  async controls(): Promise<NonNullable<NextCommandRequest['controls']>> {
    await this.#known
    const told = []
    for (const { serial } of this.#parts.runs.flatMap((run) => run.state.devices)) {
      const kinds = await this.settingOf(serial)
        ?.kinds()
        .catch(() => null)
      if (kinds) told.push({ serial, kinds })
    }
    return told
  }

  async close(): Promise<void> {
    await Promise.all(this.#parts.runs.map((run) => run.close()))
  }

  /** Its name among what waits; null where there is nothing to keep, or no room. */
  async #keep(entry: Entry): Promise<string | null> {
    if (isEmpty(entry)) return null
    try {
      const name = await this.#parts.backlog.add(entry, this.#parts.now())
      this.#diskTrouble = null
      return name
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (this.#diskTrouble === null) this.#parts.say(`nothing can be kept on the disk: ${reason}`)
      this.#diskTrouble = reason
      return null
    }
  }
}

const isEmpty = ({ devices, sensors }: Entry): boolean => devices.length + sensors.length === 0
