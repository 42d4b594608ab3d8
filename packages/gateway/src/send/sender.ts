import { gzipSync } from 'node:zlib'
import { maxIngestRows } from '@helioport/contract'
import type { IngestBatch, IngestReply } from '@helioport/contract/ingest'
import type { Backlog, Entry, Stored } from '../backlog/backlog.ts'
import { trouble, type Trouble, wordsOf } from '../source/trouble.ts'
import type { Delivery, IngestDoor } from './ingest-door.ts'

export interface SenderSettings {
  door: IngestDoor
  /** Serial and key of this program's logger in the portal. */
  serial: string
  key: string
  /** Name and version of this program, for the logger's page. */
  firmware: string
  backlog: Backlog
  now: () => number
  /** For people. */
  say: (text: string) => void
}

/** Outcome of the last deliveries. */
export interface SenderState {
  acceptedAt: number | null
  /** Why nothing is delivered now; null: delivery works. */
  trouble: Trouble | null
  /** The portal's clock minus ours, ms. */
  clockOffsetMs: number | null
  /** Devices that the owner has not taken over yet. */
  unknownSerials: string[]
}

/** Batches per round: a month's backlog takes some hours and delays no live row. */
const batchesARound = 20
const rowsABatch = Math.min(2000, maxIngestRows)
const shortestPauseMs = 1000
const longestPauseMs = 5 * 60_000
const unknownSerial = 'row.unknownSerial'

/** Delivers measurements to the portal: the newest entry first, then the backlog, oldest first. */
export class Sender {
  readonly state: SenderState = { acceptedAt: null, trouble: null, clockOffsetMs: null, unknownSerials: [] }
  readonly #settings: SenderSettings
  readonly #startedAt: number
  readonly #unknown = new Set<string>()
  /** Entries whose rows all belong to devices that were unknown at the last delivery. */
  readonly #parked = new Map<string, readonly string[]>()
  #seq: number
  #pauseMs = 0
  #pausedUntil = 0

  constructor(settings: SenderSettings) {
    this.#settings = settings
    this.#startedAt = settings.now()
    // Increases across restarts without a file of its own.
    this.#seq = Math.floor(settings.now() / 1000)
  }

  /** An entry that could not be stored: delivered now or lost. */
  async sendUnsaved(entry: Entry): Promise<void> {
    await this.#deliver([{ ...entry, name: 'unsaved' }])
  }

  /** Delivers the entry `live`, then the backlog, until the portal is unavailable or nothing is left. */
  async send(live: string | null): Promise<void> {
    const { backlog, now } = this.#settings
    if (now() < this.#pausedUntil) return
    const newest = live === null ? null : backlog.read(live)
    if (newest && !(await this.#deliver([newest]))) return
    for (let batch = 0; batch < batchesARound; batch++) {
      const entries = await backlog.oldest(rowsABatch, this.#waitForOwner())
      if (entries.length === 0 || !(await this.#deliver(entries))) return
    }
  }

  /** @returns whether further batches may be sent */
  async #deliver(entries: readonly Stored[]): Promise<boolean> {
    const { door, key, serial, now } = this.#settings
    const sentAt = now()
    const delivery = await door.deliver(key, serial, this.#encode(entries))
    if (delivery.kind === 'accepted') {
      this.state.clockOffsetMs = Math.round(delivery.reply.serverTime - (sentAt + now()) / 2)
      await this.#settle(entries, delivery.reply)
      return true
    }
    if (delivery.kind === 'refused' && delivery.status !== 401 && delivery.status !== 403) {
      return this.#refused(entries, delivery)
    }
    this.#pause(delivery)
    return false
  }

  #encode(entries: readonly Stored[]): Uint8Array {
    const { serial, firmware, backlog, now } = this.#settings
    const batch: IngestBatch = {
      logger: serial,
      seq: this.#seq++,
      loggerTime: now(),
      uptimeS: Math.max(0, Math.floor((now() - this.#startedAt) / 1000)),
      firmware,
      // Rows that wait beyond this batch.
      backlogRows: backlog.rowsBut(entries.map(({ name }) => name)),
      devices: entries.flatMap(({ devices }) => devices),
      sensors: entries.flatMap(({ sensors }) => sensors),
    }
    return gzipSync(JSON.stringify(batch), { level: 1 })
  }

  /** Removes accepted entries; rows of devices that nobody took over yet wait for the owner. */
  async #settle(entries: readonly Stored[], { rejected }: IngestReply): Promise<void> {
    const { backlog, now, say } = this.#settings
    this.state.acceptedAt = now()
    this.state.trouble = null
    this.#pauseMs = 0
    const waiting = new Set(
      rejected.filter(({ list, code }) => list === 'devices' && code === unknownSerial).map(({ index }) => index),
    )
    const lost = rejected.filter(({ code }) => code !== unknownSerial)
    if (lost[0]) say(`the portal refused ${lost.length} rows: ${lost[0].code}`)
    let index = 0
    for (const { name, devices } of entries) {
      const kept = devices.filter((frame) => {
        const isUnknown = waiting.has(index++)
        if (isUnknown) this.#unknown.add(frame.serial)
        else this.#unknown.delete(frame.serial)
        return isUnknown
      })
      if (kept.length < devices.length || kept.length === 0) {
        const at = kept[0]?.at
        const next = at === undefined ? null : await backlog.add({ devices: kept, sensors: [] }, at)
        if (next) this.#parked.set(next, serialsOf(kept))
        this.#parked.delete(name)
        await backlog.remove(name)
      } else this.#parked.set(name, serialsOf(kept))
    }
    this.state.unknownSerials = [...this.#unknown].sort()
  }

  /** The same bytes will never be accepted: entries are sent singly, and only the faulty one is given up. */
  async #refused(entries: readonly Stored[], delivery: Extract<Delivery, { kind: 'refused' }>): Promise<boolean> {
    const [only] = entries
    if (entries.length > 1) {
      for (const entry of entries) if (!(await this.#deliver([entry]))) return false
      return true
    }
    if (only) await this.#settings.backlog.remove(only.name)
    this.#settings.say(`the portal refused a whole round: HTTP ${delivery.status} ${delivery.errorCode}`)
    return true
  }

  #pause(delivery: Exclude<Delivery, { kind: 'accepted' }>): void {
    const { now, say } = this.#settings
    const reason = troubleOf(delivery)
    const asked = delivery.kind === 'unavailable' ? delivery.retryAfterMs : longestPauseMs
    this.#pauseMs = Math.min(Math.max(shortestPauseMs, this.#pauseMs * 2), longestPauseMs)
    this.#pausedUntil = now() + Math.max(asked ?? 0, this.#pauseMs)
    const isNews = !this.state.trouble || wordsOf(this.state.trouble) !== wordsOf(reason)
    if (isNews) say(`what was measured is kept: ${wordsOf(reason)}`)
    this.state.trouble = reason
  }

  #waitForOwner(): ReadonlySet<string> {
    return new Set(
      [...this.#parked]
        .filter(([, serials]) => serials.every((serial) => this.#unknown.has(serial)))
        .map(([name]) => name),
    )
  }
}

/** Trouble of a delivery, for the people who look after this program. */
function troubleOf(delivery: Exclude<Delivery, { kind: 'accepted' }>): Trouble {
  if (delivery.kind === 'unavailable') return trouble('own.portalAway', { reason: delivery.reason })
  const { status, errorCode } = delivery
  return status === 401
    ? trouble('own.key', {})
    : trouble('own.portalRefuses', { reason: `HTTP ${status} ${errorCode}` })
}

const serialsOf = (frames: Entry['devices']): string[] => [...new Set(frames.map(({ serial }) => serial))]
