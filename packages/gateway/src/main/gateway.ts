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
  /** What it reads, opened anew after the portal named other sources. */
  openRuns: () => SourceRun[]
  counters: Counters
  backlog: Backlog
  sender: Sender
  now: () => number
  wait: (ms: number) => Promise<void>
  /** As it was started; the portal may want another one. */
  intervalMs: number
  /** Null: what the portal says is not asked for. */
  settings: PortalSettings | null
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
  /** What keeps it from its work: a disk, or rows that waited for too long. */
  troubles: readonly Trouble[]
}

/** What was lost is told for a day. */
const toldForMs = 24 * 3_600_000

/** Round after round: ask every source, keep what came, send it. */
export class Gateway {
  readonly #parts: GatewayParts
  readonly #startedAt: number
  #runs: readonly SourceRun[]
  #diskTrouble: Trouble | null = null
  #givenUp = { rows: 0, at: Number.NEGATIVE_INFINITY }
  /** What its devices are is known after the first round. */
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

  /** Rounds at whole multiples of the interval, until `signal` says no more. */
  async run(signal: AbortSignal): Promise<void> {
    const { now, wait } = this.#parts
    while (!signal.aborted) {
      await this.round()
      await wait(this.#intervalMs - (now() % this.#intervalMs))
    }
  }

  /** What a slow source tells after the interval is taken in by the next round. */
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

  /** What the owner changed on the portal's page counts from the next round on. */
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
    // Connections are given back first: many inverters take no second one.
    await Promise.all(this.#runs.map((run) => run.close()))
    this.#runs = this.#parts.openRuns()
  }

  /** How a device is set; null where none of the sources has it. */
  controlOf(serial: string): PowerFactorControl | null {
    return this.#runs.map((run) => run.controlOf(serial)).find((control) => control !== null) ?? null
  }

  /** The same for all other settings. */
  settingOf(serial: string): SettingControl | null {
    return this.#runs.map((run) => run.settingOf(serial)).find((control) => control !== null) ?? null
  }

  /** What each device can be set to; one that does not answer says nothing now. */
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

  /** Its name among what waits; null where there is nothing to keep, or no room. */
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
