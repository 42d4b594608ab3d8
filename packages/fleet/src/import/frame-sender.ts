import { gzipSync } from 'node:zlib'
import type { IngestBatch, IngestReply } from '@helioport/contract/ingest'
import { httpIngestDoor, type IngestDoor } from '@helioport/gateway/ingest-door'
import { backOffMs } from '../time/back-off.ts'
import type { Clock } from '../time/clock.ts'
import type { MeasuredFrames } from './frames.ts'
import type { Sent } from './report.ts'
import type { ImportState } from './import-state.ts'

/** After this many failed attempts the import ends; the next start resumes it. */
export const maxTries = 12

interface SenderSettings {
  /** Origin of the portal. */
  url: string
  clock: Clock
  /** Prints progress for people. */
  say: (text: string) => void
  /** Number of rows up to and including an instant. */
  rowsUntil: (at: number) => number
}

/** Sends measured frames through the ingest door as their logger; calls `save` after each accepted batch. */
export class FrameSender {
  /** Samples of all batches. */
  readonly sent: Sent = { accepted: 0, duplicates: 0, refused: 0, reasons: {} }
  readonly #settings: SenderSettings
  readonly #state: ImportState
  readonly #save: () => void
  readonly #door: IngestDoor
  readonly #startedAt: number

  constructor(settings: SenderSettings, state: ImportState, save: () => void) {
    this.#settings = settings
    this.#state = state
    this.#save = save
    this.#door = httpIngestDoor(settings.url)
    this.#startedAt = settings.clock.now()
  }

  /** @throws Error when the batch is refused, or the service stays away */
  async send(frames: readonly MeasuredFrames[]): Promise<void> {
    const { clock, say } = this.#settings
    const { loggerKey, loggerSerial } = this.#state
    const last = frames.at(-1)
    if (!last || !loggerKey || !loggerSerial) return
    const batch: IngestBatch = {
      logger: loggerSerial,
      seq: this.#state.seq++,
      loggerTime: clock.now(),
      uptimeS: Math.floor((clock.now() - this.#startedAt) / 1000),
      devices: frames.flatMap((frame) => frame.devices),
      sensors: frames.flatMap((frame) => frame.sensors),
    }
    const body = gzipSync(JSON.stringify(batch), { level: 1 })
    for (let attempt = 0; ; attempt++) {
      const delivery = await this.#door.deliver(loggerKey, loggerSerial, body)
      if (delivery.kind === 'accepted') {
        this.#count(delivery.reply)
        break
      }
      if (delivery.kind === 'refused')
        throw new Error(`the service refused: HTTP ${delivery.status} ${delivery.errorCode}`)
      if (attempt + 1 >= maxTries) throw new Error(`the service is away: ${delivery.reason}; start again to go on`)
      say(`${delivery.reason}; will try again`)
      await clock.wait(backOffMs(1, attempt, 15_000))
    }
    this.#state.acknowledgedAt = last.at
    this.#state.acknowledgedRows = this.#settings.rowsUntil(last.at)
    this.#save()
  }

  #count({ accepted, duplicates, rejected }: IngestReply): void {
    this.sent.accepted += accepted
    this.sent.duplicates += duplicates
    this.sent.refused += rejected.length
    for (const { code } of rejected) this.sent.reasons[code] = (this.sent.reasons[code] ?? 0) + 1
    const [first] = rejected
    if (first) this.#settings.say(`the service refused ${rejected.length} samples: ${first.code}`)
  }
}

/** Collects frames into full batches. */
export class FrameQueue {
  readonly #sender: FrameSender
  readonly #state: ImportState
  readonly #batchRows: number
  #pending: MeasuredFrames[] = []
  #rows = 0

  constructor(sender: FrameSender, state: ImportState, batchRows: number) {
    this.#sender = sender
    this.#state = state
    this.#batchRows = batchRows
  }

  get sent() {
    return this.#sender.sent
  }

  async take(made: readonly MeasuredFrames[]): Promise<void> {
    for (const frame of made) {
      // Acknowledged in an earlier run: computed again for counters and report, but not sent.
      if (this.#state.acknowledgedAt !== null && frame.at <= this.#state.acknowledgedAt) continue
      this.#pending.push(frame)
      this.#rows += frame.devices.length + frame.sensors.length
    }
    if (this.#rows >= this.#batchRows) await this.flush()
  }

  async flush(): Promise<void> {
    await this.#sender.send(this.#pending)
    this.#pending = []
    this.#rows = 0
  }
}
