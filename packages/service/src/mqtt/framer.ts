import type { Service } from '../base/service.ts'
import { framesOf, sendFrames } from './frames.ts'
import { findMessages, findOwnLogger, type LoggerName } from './queries/message.ts'

/** A device that sends a number a topic sends them one after the other. */
export interface Pace {
  /** So long nothing more has come, ms. */
  quietMs: number
  /** Whatever comes, ms. */
  atMostMs: number
  /** One frame of a logger's devices in so long, ms: who tells each change of a watt is thinned out. */
  everyMs: number
}
export const usualPace: Pace = { quietMs: 700, atMostMs: 5_000, everyMs: 10_000 }

/** A value that was not sent again for so long is of then, not of now, ms. */
const freshMs = 5 * 60_000

interface Pending {
  logger: LoggerName
  firstAt: number
  timer: NodeJS.Timeout
}

/** Makes frames of what lies there of a logger: some time after something came, and once more after the last of it. */
export class Framer {
  readonly #service: Service
  readonly #pace: Pace
  readonly #failed: (error: unknown) => void
  readonly #pending = new Map<string, Pending>()
  readonly #framedAt = new Map<string, { real: number; until: number }>()
  /** How many messages of a logger were received and are not stored yet. */
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

  /** While a message of the logger is being stored, what lies there is not all of it. */
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

  /** Nothing is left undone; what comes from now on is not framed here. */
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
