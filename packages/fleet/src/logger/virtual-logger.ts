import { copyState, encodeBatch, type Envelope, readingsUpTo, rowsOf } from './batch.ts'
import type { Delivery, IngestDoor } from '@helioport/gateway/ingest-door'
import { clockErrorMs, copies, delayMs, isOnline, type LoggerBehaviour, startOf } from './logger-behaviour.ts'
import type { Plant, PlantState } from '../device/plant.ts'
import { tickAtOrBefore, tickMs } from '../time/tick.ts'

/** State that survives a restart of the logger. */
export interface LoggerMemory {
  serial: string
  key: string
  /** Number of the next batch. */
  seq: number
  /** State of the plant at the last acknowledged tick; every tick up to `state.at` was acknowledged. */
  state: PlantState
}

export interface LoggerSettings {
  plant: Plant
  memory: LoggerMemory
  door: IngestDoor
  now: () => number
  startedAt: number
  /** Called after each acknowledged batch, before the next one is sent. */
  save: () => void
  /** Receives messages about rows and batches that the service refused. */
  report: (text: string) => void
  maxBatchRows: number
  /** Offset of its own clock from true time, ms. */
  clockErrorMs?: (at: number) => number
  behaviours?: () => readonly LoggerBehaviour[]
}

export interface VirtualLogger {
  envelope: () => Envelope
  /** Sends the newest tick, then missing ticks, oldest first. True: nothing is missing any more. */
  upload: () => Promise<boolean>
}

type Readings = ReturnType<typeof readingsUpTo>

/** Sends batches of one logger through its door; reports a repeated refusal only once. */
class Sender {
  readonly #settings: LoggerSettings
  readonly #behaviours: () => readonly LoggerBehaviour[]
  #told = ''

  constructor(settings: LoggerSettings, behaviours: () => readonly LoggerBehaviour[]) {
    this.#settings = settings
    this.#behaviours = behaviours
  }

  /** Envelope of the next batch. */
  envelope(): Envelope {
    const { memory, startedAt, clockErrorMs: ownErrorMs } = this.#settings
    const now = this.#settings.now()
    const behaviours = this.#behaviours()
    const started = startOf(behaviours, startedAt, now)
    return {
      logger: memory.serial,
      seq: memory.seq++,
      loggerTime: Math.round(now + (ownErrorMs?.(now) ?? 0) + clockErrorMs(behaviours, now)),
      uptimeS: Math.max(0, Math.floor((now - started) / 1000)),
    }
  }

  /** True: the readings need not be sent again. */
  async send(readings: Readings): Promise<boolean> {
    const { memory, door, now } = this.#settings
    if (readings.every((r) => rowsOf(r) === 0)) return true
    const { body } = encodeBatch(this.envelope(), readings)
    const delivery = await door.deliver(memory.key, memory.serial, body)
    explain(delivery, memory.serial, (text) => this.#reportOnce(text))
    for (let n = copies(this.#behaviours(), now()); n > 0 && delivery.kind === 'accepted'; n--) {
      await door.deliver(memory.key, memory.serial, body)
    }
    if (delivery.kind === 'accepted') this.#told = ''
    return delivery.kind !== 'unavailable' && !(delivery.kind === 'refused' && delivery.status === 401)
  }

  #reportOnce(text: string): void {
    if (text !== this.#told) this.#settings.report(text)
    this.#told = text
  }
}

/**
 * A data logger of one plant. It stores no frames: frames are functions of seed and time, so unacknowledged ones are
 * recomputed from the last acknowledged state.
 */
export function createLogger(settings: LoggerSettings): VirtualLogger {
  const { plant, memory, behaviours = () => [] } = settings
  const sender = new Sender(settings, behaviours)
  /** The plant at its newest tick, and the first tick since which all live uploads were acknowledged. */
  let live: PlantState | undefined
  let liveSince = Number.POSITIVE_INFINITY

  function acknowledge(state: PlantState): void {
    memory.state = copyState(state)
    settings.save()
  }

  /** Computes all ticks up to `tick`; returns only the readings of the newest one. */
  function advanceTo(tick: number): { state: PlantState; newest: Readings } {
    const state = live && live.at <= tick && live.at >= memory.state.at ? live : copyState(memory.state)
    live = state
    // A missed tick ends the series of acknowledged live uploads.
    if (state.at + tickMs < tick) liveSince = Number.POSITIVE_INFINITY
    let newest: Readings = []
    while (state.at + tickMs <= tick) newest = [plant.next(state)]
    return { state, newest }
  }

  /** Sends missing ticks up to `tick`, oldest first. */
  async function makeUp(tick: number, newest: PlantState): Promise<boolean> {
    while (memory.state.at < tick) {
      const state = copyState(memory.state)
      const readings = readingsUpTo(plant, state, Math.min(tick, liveSince - tickMs), settings.maxBatchRows)
      if (!(await sender.send(readings))) return false
      acknowledge(state.at >= liveSince - tickMs && newest.at === tick ? newest : state)
    }
    liveSince = Number.POSITIVE_INFINITY
    return true
  }

  return {
    envelope: () => sender.envelope(),
    async upload() {
      const now = settings.now()
      if (!isOnline(behaviours(), now)) {
        liveSince = Number.POSITIVE_INFINITY
        return false
      }
      const tick = tickAtOrBefore(now - delayMs(behaviours(), now))
      const { state, newest } = advanceTo(tick)
      if (newest.length > 0) {
        if (!(await sender.send(newest))) {
          liveSince = Number.POSITIVE_INFINITY
          return false
        }
        if (memory.state.at === tick - tickMs) {
          acknowledge(state)
          return true
        }
        liveSince = Math.min(liveSince, tick)
      }
      return makeUp(tick, state)
    },
  }
}

/** Reports refused and failed deliveries. */
export function explain(delivery: Delivery, logger: string, report: (text: string) => void): void {
  if (delivery.kind === 'unavailable') report(`logger ${logger}: ${delivery.reason}; will try again`)
  if (delivery.kind === 'refused') report(`logger ${logger}: refused, HTTP ${delivery.status} ${delivery.errorCode}`)
  if (delivery.kind === 'accepted' && delivery.reply.rejected.length > 0) {
    const counts = new Map<string, number>()
    for (const { code } of delivery.reply.rejected) counts.set(code, (counts.get(code) ?? 0) + 1)
    report(`logger ${logger}: rows refused: ${[...counts].map(([code, n]) => `${n} ${code}`).join(', ')}`)
  }
}
