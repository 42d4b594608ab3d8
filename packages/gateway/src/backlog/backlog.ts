import { mkdirSync, readdirSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import { readStateFile, writeStateFile } from '../state/state-file.ts'

/** Measurements of one round, kept until the portal has accepted them. */
export interface Entry {
  devices: DeviceFrame[]
  sensors: SensorFrame[]
}

export interface Stored extends Entry {
  name: string
}

const dayMs = 86_400_000
const entryName = /^(\d{15})-(\d{6})\.(\d+)\.json$/

/** The file name holds the number of rows, so a start need not read the waiting files. */
interface Waiting {
  name: string
  at: number
  rows: number
}

/**
 * Measurements that the portal has not acknowledged yet: one file per round, oldest first. A file is written before its
 * rows are sent, and removed only after the portal's answer or after 30 days.
 */
export class Backlog {
  readonly #folder: string
  readonly #keepMs: number
  #waiting: Waiting[]
  #next = 0

  constructor(folder: string, keepDays = 30) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#folder = folder
    this.#keepMs = keepDays * dayMs
    this.#waiting = readdirSync(folder)
      .sort()
      .flatMap((name) => {
        const found = entryName.exec(name)
        return found ? [{ name, at: Number(found[1]), rows: Number(found[3]) }] : []
      })
  }

  get rows(): number {
    return this.#waiting.reduce((sum, { rows }) => sum + rows, 0)
  }

  /** Number of rows of all entries except the named ones. */
  rowsBut(names: readonly string[]): number {
    const own = new Set(names)
    return this.#waiting.reduce((sum, { name, rows }) => sum + (own.has(name) ? 0 : rows), 0)
  }

  get oldestAt(): number | null {
    return this.#waiting[0]?.at ?? null
  }

  async add(entry: Entry, at: number): Promise<string> {
    const rows = entry.devices.length + entry.sensors.length
    const name = `${String(at).padStart(15, '0')}-${String(this.#next++ % 1_000_000).padStart(6, '0')}.${rows}.json`
    await writeStateFile(join(this.#folder, name), entry)
    this.#waiting.push({ name, at, rows })
    this.#waiting.sort((a, b) => (a.name < b.name ? -1 : 1))
    return name
  }

  /** The oldest entries with at most `maxRows` rows together, but at least one entry. `but`: names to leave out. */
  async oldest(maxRows: number, but: ReadonlySet<string>): Promise<Stored[]> {
    const found: Stored[] = []
    let rows = 0
    // `remove` assigns a new list, so this iteration is safe.
    for (const waiting of this.#waiting) {
      if (but.has(waiting.name)) continue
      if (found.length > 0 && rows + waiting.rows > maxRows) break
      const entry = this.read(waiting.name)
      if (entry) {
        found.push(entry)
        rows += waiting.rows
      } else await this.remove(waiting.name)
    }
    return found
  }

  /** Null if the stored file is damaged. */
  read(name: string): Stored | null {
    const entry = readStateFile<Entry>(join(this.#folder, name))
    return entry && Array.isArray(entry.devices) && Array.isArray(entry.sensors) ? { ...entry, name } : null
  }

  async remove(name: string): Promise<void> {
    await unlink(join(this.#folder, name)).catch(() => undefined)
    this.#waiting = this.#waiting.filter((waiting) => waiting.name !== name)
  }

  /** Removes entries older than the limit. @returns the number of rows given up */
  async dropOld(now: number): Promise<number> {
    const old = this.#waiting.filter(({ at }) => at < now - this.#keepMs)
    for (const { name } of old) await this.remove(name)
    return old.reduce((sum, { rows }) => sum + rows, 0)
  }
}
