import type { Service } from '../base/service.ts'
import { framesOf, sendFrames } from './frames.ts'
import { findMessages, findOwnLogger, type LoggerName } from './queries/message.ts'

/** When messages become a frame: a device with one value per topic sends its topics one after the other. */
export interface Pace {
  /** Time without further messages, ms. */
  quietMs: number
  /** Longest wait after the first message, ms. */
  atMostMs: number
  /** Minimum interval between frames of a logger, ms: thins out devices that send every small change. */
  everyMs: number
}
export const usualPace: Pace = { quietMs: 700, atMostMs: 5_000, everyMs: 10_000 }

/** Values older than this are stale and not used, ms. */
const freshMs = 5 * 60_000

interface Pending {
  logger: LoggerName
  firstAt: number
  timer: NodeJS.Timeout
}

/** Makes frames of a logger's stored messages: some time after a message arrived, and once more after the last one. */
export class Framer {
  readonly #service: Service
  readonly #pace: Pace
  readonly #failed: (error: unknown) => void
  readonly #pending = new Map<string, Pending>()
  readonly #framedAt = new Map<string, { real: number; until: number }>()
  /** Count of a logger's messages that are received but not stored yet. */
  readonly #held = new Map<string, number>()
  readonly #running = new Map<string, Promise<void>>()

  constructor(service: Service, pace: Pace, failed: (error: unknown) => void) {
    this.#service = service
    this.#pace = pace
    this.#failed = failed
  }

  mark(logger: LoggerName): void {
    const now = performance.now()
    const known = this.#pending.get(logger.id)
    clearTimeout(known?.timer)
    const firstAt = known?.firstAt ?? now
    const next = (this.#framedAt.get(logger.id)?.real ?? -Infinity) + this.#pace.everyMs
    const dueAt = Math.max(next, Math.min(now + this.#pace.quietMs, firstAt + this.#pace.atMostMs))
    const timer = setTimeout(() => this.#begin(logger.id), Math.max(0, dueAt - now))
    this.#pending.set(logger.id, { logger, firstAt, timer })
  }

  /** Delays the logger's frame while a message of it is being stored: the stored messages are incomplete. */
  async holding<T>(id: string, work: () => Promise<T>): Promise<T> {
    this.#held.set(id, (this.#held.get(id) ?? 0) + 1)
    try {
      return await work()
    } finally {
      const left = (this.#held.get(id) ?? 1) - 1
      if (left > 0) this.#held.set(id, left)
      else this.#held.delete(id)
      const pending = this.#pending.get(id)
      if (pending) this.mark(pending.logger)
    }
  }

  /** Makes all pending frames; later messages are not framed by this instance. */
  async close(): Promise<void> {
    this.#held.clear()
    for (const id of this.#pending.keys()) this.#begin(id)
    await Promise.all(this.#running.values())
  }

  #begin(id: string): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    clearTimeout(pending.timer)
    if (this.#held.has(id) && performance.now() < pending.firstAt + this.#pace.atMostMs)
      return this.mark(pending.logger)
    this.#pending.delete(id)
    const before = this.#running.get(id) ?? Promise.resolve()
    const work = before.then(() => this.#frame(pending.logger)).catch(this.#failed)
    this.#running.set(id, work)
    void work.finally(() => {
      if (this.#running.get(id) === work) this.#running.delete(id)
    })
  }

  async #frame({ id, no, account_id }: LoggerName): Promise<void> {
    const { db, now } = this.#service
    const since = now() - freshMs
    const until = this.#framedAt.get(id)?.until ?? since
    const logger = await findOwnLogger(db.read, account_id, id)
    if (!logger) return
    const messages = await findMessages(db.read, id, since)
    const frames = framesOf(messages, logger.mqtt_mappings, until)
    this.#framedAt.set(id, { real: performance.now(), until: messages.at(-1)?.received_at ?? until })
    if (frames.length > 0) await sendFrames(this.#service, no, frames)
  }
}
