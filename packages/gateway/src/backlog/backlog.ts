import { mkdirSync, readdirSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import { readStateFile, writeStateFile } from '../state/state-file.ts'

/** What one round measured, until the portal has it. */
export interface Entry {
  devices: DeviceFrame[]
  sensors: SensorFrame[]
}

export interface Stored extends Entry {
  name: string
}

const dayMs = 86_400_000
const entryName = /^(\d{15})-(\d{6})\.(\d+)\.json$/

/** Rows are counted in the name, so that a start need not read what waits. */
interface Waiting {
  name: string
  at: number
  rows: number
}

/**
 * What was measured and not yet acknowledged: a file for each round, oldest first. On the disk before it is sent, gone
 * only after the portal's answer; after 30 days it is given up.
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

  /** Rows of all entries but these. */
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

  /** The oldest entries with at most `maxRows` rows, at least one; `but`: those that are left out. */
  async oldest(maxRows: number, but: ReadonlySet<string>): Promise<Stored[]> {
    const found: Stored[] = []
    let rows = 0
    // `remove` makes a new list, so this one stays as it is.
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

  /** Null where the disk gave back something else than was written. */
  read(name: string): Stored | null {
    const entry = readStateFile<Entry>(join(this.#folder, name))
    return entry && Array.isArray(entry.devices) && Array.isArray(entry.sensors) ? { ...entry, name } : null
  }

  async remove(name: string): Promise<void> {
    await unlink(join(this.#folder, name)).catch(() => undefined)
    this.#waiting = this.#waiting.filter((waiting) => waiting.name !== name)
  }

  /** Rows that were given up because they waited for too long. */
  async dropOld(now: number): Promise<number> {
    const old = this.#waiting.filter(({ at }) => at < now - this.#keepMs)
    for (const { name } of old) await this.remove(name)
    return old.reduce((sum, { rows }) => sum + rows, 0)
  }
}
