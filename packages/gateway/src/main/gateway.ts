import { isDeepStrictEqual } from 'node:util'
import type { PowerFactorControl } from '../control/power-factor-control.ts'
import type { NextCommandRequest } from '@helioport/contract/ingest'
import type { SettingControl } from '../control/setting-control.ts'
import type { WantedSettings } from '../control/keep-set.ts'
import type { Backlog, Entry } from '../backlog/backlog.ts'
import type { Counters } from '../counter/counters.ts'
import type { Sender, SenderState } from '../send/sender.ts'
import type { PortalSettings } from './portal-settings.ts'
import type { SourceRun, SourceState } from './source-run.ts'
import { reportOf } from '../send/report.ts'
import { reasonOf, trouble, type Trouble, wordsOf } from '../source/trouble.ts'

export interface GatewayParts {
  /** Opens the sources; called again after the portal named others. */
  openRuns: () => SourceRun[]
  counters: Counters
  backlog: Backlog
  sender: Sender
  now: () => number
  wait: (ms: number) => Promise<void>
  /** From the command line; the portal may set another. */
  intervalMs: number
  /** Null: the portal's settings are not followed. */
  settings: PortalSettings | null
  /** Settings that the portal wants of devices; null: control is not allowed. */
  wanted: WantedSettings | null
  say: (text: string) => void
}

export interface GatewayState {
  startedAt: number
  sources: SourceState[]
  sender: SenderState
  waitingRows: number
  waitingSince: number | null
  /** Troubles of the gateway itself: its disk, or rows that waited for too long. */
  troubles: readonly Trouble[]
}

/** How long lost rows are reported. */
const toldForMs = 24 * 3_600_000

/** Runs rounds: asks every source, stores the readings, sends them. */
export class Gateway {
  readonly #parts: GatewayParts
  readonly #startedAt: number
  #runs: readonly SourceRun[]
  #diskTrouble: Trouble | null = null
  #givenUp = { rows: 0, at: Number.NEGATIVE_INFINITY }
  /** Resolved after the first round, when the devices are known. */
  #isKnown: () => void = () => undefined
  readonly #known = new Promise<void>((done) => {
    this.#isKnown = done
  })

  constructor(parts: GatewayParts) {
    this.#parts = parts
    this.#startedAt = parts.now()
    this.#runs = parts.openRuns()
  }

  get #intervalMs(): number {
    const { settings, intervalMs } = this.#parts
    return settings?.intervalS ? settings.intervalS * 1000 : intervalMs
  }

  get wanted(): WantedSettings | null {
    return this.#parts.wanted
  }

  get state(): GatewayState {
    const { sender, backlog } = this.#parts
    return {
      startedAt: this.#startedAt,
      sources: this.#runs.map((run) => run.state),
      sender: sender.state,
      waitingRows: backlog.rows,
      waitingSince: backlog.oldestAt,
      troubles: this.#troubles,
    }
  }

  get #troubles(): Trouble[] {
    const { rows, at } = this.#givenUp
    const lost = this.#parts.now() - at < toldForMs ? [trouble('own.givenUp', { count: rows })] : []
    return [...(this.#diskTrouble ? [this.#diskTrouble] : []), ...lost]
  }

  /** Rounds at whole multiples of the interval, until `signal` is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { now, wait } = this.#parts
    while (!signal.aborted) {
      await this.round()
      await wait(this.#intervalMs - (now() % this.#intervalMs))
    }
  }

  /** Readings that a slow source delivers after the interval belong to the next round. */
  async round(): Promise<Entry> {
    const { counters, backlog, sender, now, wait, say } = this.#parts
    const runs = this.#runs
    await Promise.race([Promise.all(runs.map((run) => run.ask())), wait(this.#intervalMs)])
    const harvests = runs.map((run) => run.take())
    const entry: Entry = {
      devices: await counters.framesOf(harvests.flatMap(({ readings }) => readings)),
      sensors: harvests.flatMap(({ sensors }) => sensors),
    }
    const dropped = await backlog.dropOld(now())
    if (dropped > 0) {
      const { rows, at } = this.#givenUp
      this.#givenUp = { rows: (now() - at < toldForMs ? rows : 0) + dropped, at: now() }
      say(wordsOf(trouble('own.givenUp', { count: dropped })))
    }
    const kept = await this.#keep(entry)
    await (kept === null && !isEmpty(entry) ? sender.sendUnsaved(entry) : sender.send(kept))
    await this.#parts.wanted?.renew(
      { powerFactor: (serial) => this.controlOf(serial), setting: (serial) => this.settingOf(serial) },
      now(),
    )
    this.#isKnown()
    await this.#followPortal()
    return entry
  }

  /** Follows the owner's settings in the portal, from the next round on. */
  async #followPortal(): Promise<void> {
    const { settings, sender, say, wanted } = this.#parts
    if (!settings || sender.state.trouble !== null) return
    const former = settings.sources
    const isOther = await settings.ask(
      reportOf(this.state, { intervalS: this.#intervalMs / 1000, allowsControl: wanted !== null }),
    )
    if (!isOther) return
    say(
      `the portal wants a round every ${this.#intervalMs / 1000} s, of ${settings.sources?.join(', ') ?? 'what was found'}`,
    )
    if (isDeepStrictEqual(former, settings.sources)) return
    // Connections are closed first: many inverters accept only one.
    await Promise.all(this.#runs.map((run) => run.close()))
    this.#runs = this.#parts.openRuns()
  }

  /** Control of a device's power factor; null if no source has it. */
  controlOf(serial: string): PowerFactorControl | null {
    return this.#runs.map((run) => run.controlOf(serial)).find((control) => control !== null) ?? null
  }

  /** The same for all other settings. */
  settingOf(serial: string): SettingControl | null {
    return this.#runs.map((run) => run.settingOf(serial)).find((control) => control !== null) ?? null
  }

  /** Settings that each device supports; a device without an answer is left out. */
  async controls(): Promise<NonNullable<NextCommandRequest['controls']>> {
    await this.#known
    const told = []
    for (const { serial } of this.#runs.flatMap((run) => run.state.devices)) {
      const kinds = await this.settingOf(serial)
        ?.kinds()
        .catch(() => null)
      if (kinds) told.push({ serial, kinds })
    }
    return told
  }

  async close(): Promise<void> {
    await Promise.all(this.#runs.map((run) => run.close()))
  }

  /** Stores the entry. @returns its name in the backlog; null: nothing to store, or a full disk */
  async #keep(entry: Entry): Promise<string | null> {
    if (isEmpty(entry)) return null
    try {
      const name = await this.#parts.backlog.add(entry, this.#parts.now())
      this.#diskTrouble = null
      return name
    } catch (error) {
      const told = trouble('own.disk', { reason: reasonOf(error) })
      if (this.#diskTrouble === null) this.#parts.say(wordsOf(told))
      this.#diskTrouble = told
      return null
    }
  }
}

const isEmpty = ({ devices, sensors }: Entry): boolean => devices.length + sensors.length === 0
