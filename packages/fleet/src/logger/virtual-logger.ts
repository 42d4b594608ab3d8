import { copyState, encodeBatch, type Envelope, readingsUpTo, rowsOf } from './batch.ts'
import type { Delivery, IngestDoor } from './ingest-door.ts'
import { clockErrorMs, copies, delayMs, isOnline, type LoggerBehaviour, startOf } from './logger-behaviour.ts'
import type { Plant, PlantState } from '../device/plant.ts'
import { tickAtOrBefore, tickMs } from '../time/tick.ts'

/** What survives a restart of the logger. */
export interface LoggerMemory {
  serial: string
  key: string
  /** Number of the next batch. */
  seq: number
  /** Every tick up to `state.at` was acknowledged; the plant as it stood then. */
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
  /** Told of rows and batches that the service would not take. */
  report: (text: string) => void
  maxBatchRows: number
  /** Its own clock against the true one, ms. */
  clockErrorMs?: (at: number) => number
  behaviours?: () => readonly LoggerBehaviour[]
}

export interface VirtualLogger {
  envelope: () => Envelope
  /** Sends the newest tick, then what is still missing, oldest first. True when nothing is missing any more. */
  upload: () => Promise<boolean>
}

/**
 * A data logger in front of one plant. It keeps no frames: a frame is a function of seed and time, so whatever was not
 * acknowledged is worked out again from the last acknowledged state.
 */
export function createLogger(settings: LoggerSettings): VirtualLogger {
  const { plant, memory, door } = settings
  /** The plant at its newest tick, and the first tick from which on all live uploads were acknowledged. */
  let live: PlantState | undefined
  let liveSince = Number.POSITIVE_INFINITY

  const behaviours = settings.behaviours ?? (() => [])

  const envelope = (): Envelope => {
    const now = settings.now()
    const own = behaviours()
    const started = startOf(own, settings.startedAt, now)
    return {
      logger: memory.serial,
      seq: memory.seq++,
      loggerTime: Math.round(now + (settings.clockErrorMs?.(now) ?? 0) + clockErrorMs(own, now)),
      uptimeS: Math.max(0, Math.floor((now - started) / 1000)),
    }
  }

  let told = ''
  const reportOnce = (text: string) => {
    if (text !== told) settings.report(text)
    told = text
  }

  async function send(readings: ReturnType<typeof readingsUpTo>): Promise<boolean> {
    if (readings.every((r) => rowsOf(r) === 0)) return true
    const { body } = encodeBatch(envelope(), readings)
    const delivery = await door.deliver(memory.key, memory.serial, body)
    explain(delivery, memory.serial, reportOnce)
    for (let n = copies(behaviours(), settings.now()); n > 0 && delivery.kind === 'accepted'; n--) {
      await door.deliver(memory.key, memory.serial, body)
    }
    if (delivery.kind === 'accepted') told = ''
    return delivery.kind !== 'unavailable' && !(delivery.kind === 'refused' && delivery.status === 401)
  }

  function acknowledge(state: PlantState): void {
    memory.state = copyState(state)
    settings.save()
  }

  return {
    envelope,
    async upload() {
      const now = settings.now()
      if (!isOnline(behaviours(), now)) {
        liveSince = Number.POSITIVE_INFINITY
        return false
      }
      const tick = tickAtOrBefore(now - delayMs(behaviours(), now))
      live = live && live.at <= tick ? live : copyState(memory.state)
      if (live.at < memory.state.at) live = copyState(memory.state)
      // All ticks are lived through, the newest alone is sent first.
      let newest: ReturnType<typeof readingsUpTo> = []
      // A tick that passed unseen breaks the run of acknowledged uploads.
      if (live.at + tickMs < tick) liveSince = Number.POSITIVE_INFINITY
      while (live.at + tickMs <= tick) newest = [plant.next(live)]
      if (newest.length > 0) {
        if (!(await send(newest))) {
          liveSince = Number.POSITIVE_INFINITY
          return false
        }
        if (memory.state.at === tick - tickMs) {
          acknowledge(live)
          return true
        }
        liveSince = Math.min(liveSince, tick)
      }
      while (memory.state.at < tick) {
        const state = copyState(memory.state)
        const readings = readingsUpTo(plant, state, Math.min(tick, liveSince - tickMs), settings.maxBatchRows)
        if (!(await send(readings))) return false
        acknowledge(state.at >= liveSince - tickMs && live.at === tick ? live : state)
      }
      liveSince = Number.POSITIVE_INFINITY
      return true
    },
  }
}

/** Says what the service did not take. */
export function explain(delivery: Delivery, logger: string, report: (text: string) => void): void {
  if (delivery.kind === 'unavailable') report(`logger ${logger}: ${delivery.reason}; will try again`)
  if (delivery.kind === 'refused') report(`logger ${logger}: refused, HTTP ${delivery.status} ${delivery.errorCode}`)
  if (delivery.kind === 'accepted' && delivery.reply.rejected.length > 0) {
    const counts = new Map<string, number>()
    for (const { code } of delivery.reply.rejected) counts.set(code, (counts.get(code) ?? 0) + 1)
    report(`logger ${logger}: rows refused: ${[...counts].map(([code, n]) => `${n} ${code}`).join(', ')}`)
  }
}
