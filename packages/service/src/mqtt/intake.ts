import type { DeviceFrame } from '@helioport/contract/ingest'
import { applyMapping, joinParts, matchesTopic } from '@helioport/contract/mapping'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { Turns } from '../base/turns.ts'
import { keptTopics } from './bounds.ts'
import { isTimed, sendFrames } from './frames.ts'
import {
  findKeyedLoggers,
  type LoggerName,
  type MqttLogger,
  type StoredMessage,
  upsertMessages,
} from './queries/message.ts'

export interface Arrived {
  /** Key of the connection. */
  keyId: string
  isOwn: boolean
  /** Relative to the logger's own topic; the full topic where it is elsewhere. */
  topic: string
  payload: string
  receivedAt: number
}

interface Waiting extends Arrived {
  taken: () => void
  refused: (error: unknown) => void
}

/**
 * Stores messages of all connections in order of arrival, waiting ones together in one transaction. A promise resolves
 * after the commit, so that acknowledged messages are on disk: as a frame where the message has its own time, otherwise
 * as the newest message of its topic, for which `dirty` is called.
 */
export class Intake {
  readonly #service: Service
  readonly #dirty: (logger: LoggerName) => void
  #waiting: Waiting[] = []
  #running: Promise<void> | null = null

  constructor(service: Service, dirty: (logger: LoggerName) => void) {
    this.#service = service
    this.#dirty = dirty
  }

  /** @throws Problem logger.keyWrong where the key has ended, and what `ingest` throws */
  take(message: Arrived): Promise<void> {
    return new Promise((taken, refused) => {
      this.#waiting.push({ ...message, taken, refused })
      this.#running ??= this.#run().finally(() => (this.#running = null))
    })
  }

  /** Resolves when the queue is empty. */
  async idle(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, mostAtOnce)
      try {
        await this.#takeBatch(batch)
      } catch (error) {
        for (const { refused } of batch) refused(error)
      }
    }
  }

  async #takeBatch(batch: readonly Waiting[]): Promise<void> {
    const { db, now } = this.#service
    const keyIds = [...new Set(batch.map(({ keyId }) => keyId))]
    const loggers = new Map((await findKeyedLoggers(db.read, keyIds, now())).map((row) => [row.key_id, row]))
    const work = new Work()
    const turns = new Turns()
    for (const message of batch) {
      const logger = loggers.get(message.keyId)
      if (logger) work.sort(logger, message, now())
      else message.refused(new Problem('logger.keyWrong'))
      if (turns.isOver()) await turns.next()
    }
    const kept = [...work.kept.values()]
    if (kept.length > 0) await db.transaction((tx) => upsertMessages(tx, kept, keptTopics))
    for (const logger of work.dirty.values()) this.#dirty(logger)
    // Messages of other loggers do not wait for these frames.
    const byLogger = Map.groupBy(batch, ({ keyId }) => loggers.get(keyId)?.no)
    for (const [no, messages] of byLogger) {
      if (no === undefined || !work.timed.has(no)) for (const { taken } of messages) taken()
    }
    const timed = [...work.timed]
    for (let at = 0; at < timed.length; at += loggersAtOnce) {
      await Promise.all(
        timed.slice(at, at + loggersAtOnce).map(async ([no, frames]) => {
          const messages = byLogger.get(no) ?? []
          try {
            await sendFrames(this.#service, no, frames)
            for (const { taken } of messages) taken()
          } catch (error) {
            for (const { refused } of messages) refused(error)
          }
        }),
      )
    }
  }
}

const mostAtOnce = 500
/** Loggers whose frames are stored concurrently; leaves database connections for others. */
const loggersAtOnce = 4

/** Messages of a batch, sorted by what has to be done. */
class Work {
  readonly kept = new Map<string, StoredMessage>()
  readonly timed = new Map<number, DeviceFrame[]>()
  readonly dirty = new Map<string, MqttLogger>()

  sort(logger: MqttLogger, { isOwn, topic, payload, receivedAt }: Arrived, now: number): void {
    const own = isOwn ? logger.mqtt_mappings.filter((mapping) => matchesTopic(mapping.topic, topic)) : []
    for (const mapping of own.filter(isTimed)) {
      const { part } = applyMapping({ topic, payload }, mapping, receivedAt)
      const frame = part && joinParts([part])
      if (frame) this.timed.set(logger.no, [...(this.timed.get(logger.no) ?? []), frame])
    }
    const isGathered = own.some((mapping) => !isTimed(mapping))
    if (isGathered) this.dirty.set(logger.id, logger)
    if (!isGathered && (logger.mqtt_watched_until ?? 0) <= now) return
    const key = `${logger.id} ${isOwn} ${topic}`
    this.kept.set(key, { logger_id: logger.id, is_own: isOwn, topic, payload, received_at: receivedAt })
  }
}
