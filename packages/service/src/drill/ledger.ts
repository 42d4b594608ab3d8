import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../database/open-database.ts'
import type { HttpPlant } from '../testing/http-plant.ts'
import { frame } from '../testing/test-portal.ts'

/** A short interval, so that the past has enough frames for ten minutes on a fast machine. */
const frameMs = 15_000
const dayMs = 86_400_000
/** Plausible for an inverter of 10 kW in 15 s, and a power of two, so that sums are exact. */
const kwhPerFrame = 0.03125

export interface LedgerOptions {
  /** Current URL of the service. */
  url: () => string
  framesPerBatch: number
  /** Epoch ms of the first frame. */
  start: number
}

/**
 * A record of acknowledged batches. Each plant's logger has a steadily rising counter, and sends one batch at a time,
 * again until it is acknowledged, whatever happens to the service.
 */
export class Ledger {
  /** Number of acknowledged batches, by plant. */
  readonly batches: number[]
  /** Number of failed tries, by outcome. */
  readonly refusals = new Map<string, number>()
  readonly #options: LedgerOptions
  readonly #plants: readonly HttpPlant[]
  #isOver = false
  readonly #work: Promise<unknown>

  constructor(plants: readonly HttpPlant[], options: LedgerOptions) {
    this.#plants = plants
    this.#options = options
    this.batches = plants.map(() => 0)
    this.#work = Promise.all(plants.map((plant, i) => this.#send(plant, i)))
  }

  get rows(): number {
    return this.batches.reduce((sum, count) => sum + count, 0) * this.#options.framesPerBatch
  }

  /** Resolves when `rows` further rows have been acknowledged. */
  async more(rows: number): Promise<void> {
    const until = this.rows + rows
    while (this.rows < until) await wait(5)
  }

  async finish(): Promise<void> {
    this.#isOver = true
    await this.#work
  }

  async #send(plant: HttpPlant, i: number): Promise<void> {
    while (!this.#isOver) {
      const batch = this.batches[i] ?? 0
      const reply = await plant.send(this.#options.url(), this.#batch(plant, batch)).catch(() => null)
      if (reply?.status === 200) {
        assert.deepEqual(reply.data.rejected, [])
        assert.equal(reply.data.accepted + reply.data.duplicates, this.#options.framesPerBatch)
        this.batches[i] = batch + 1
        continue
      }
      const what = reply === null ? 'no answer' : `${reply.status} ${reply.errorCode}`
      this.refusals.set(what, (this.refusals.get(what) ?? 0) + 1)
      await wait(20)
    }
  }

  #batch(plant: HttpPlant, batch: number) {
    const { framesPerBatch, start } = this.#options
    return Array.from({ length: framesPerBatch }, (_, at) => {
      const nth = batch * framesPerBatch + at
      return frame(plant.serial, start + nth * frameMs, { powerW: 6000, energyTotalKwh: nth * kwhPerFrame })
    })
  }

  /** Numbers of acknowledged rows that are missing, and of rows that are stored twice. */
  async compare(db: Database): Promise<{ lost: number; double: number }> {
    const { framesPerBatch, start } = this.#options
    let lost = 0
    let double = 0
    for (const [i, plant] of this.#plants.entries()) {
      const sent = (this.batches[i] ?? 0) * framesPerBatch
      const { rows } = await db.pool.query<{ there: number; rows: number }>(
        `select count(distinct ts)::int as there, count(*)::int as rows from device_sample
         where device_no = (select no from device where id = $1) and ts >= $2 and ts < $3`,
        [plant.deviceId, new Date(start), new Date(start + sent * frameMs)],
      )
      const { there = 0, rows: all = 0 } = rows[0] ?? {}
      lost += sent - there
      double += all - there
    }
    return { lost, double }
  }

  /** Faults of roll-ups of device and station days that differ from the acknowledged rows, as texts. */
  async wrongSums(db: Database): Promise<string[]> {
    const wrong: string[] = []
    for (const [i, plant] of this.#plants.entries()) {
      const sent = (this.batches[i] ?? 0) * this.#options.framesPerBatch
      const { rows } = await db.pool.query<{ samples: number; kwh: number; station_kwh: number }>(
        `select (select sum(samples)::int from device_day where device_no = device.no) as samples,
           (select sum(energy_kwh) from device_day where device_no = device.no) as kwh,
           (select sum(energy_kwh) from station_day where station_id = device.station_id) as station_kwh
         from device where id = $1`,
        [plant.deviceId],
      )
      const sums = rows[0]
      const kwh = Math.max(0, sent - 1) * kwhPerFrame
      if (sums?.samples !== sent) wrong.push(`${plant.serial}: ${sums?.samples} samples of ${sent} in its days`)
      for (const [name, sum] of Object.entries({ days: sums?.kwh, station: sums?.station_kwh }))
        if (Math.abs((sum ?? 0) - kwh) > 1e-6) wrong.push(`${plant.serial}: ${name} say ${sum} kWh of ${kwh}`)
    }
    return wrong
  }
}

/** Midnight (UTC) of the day `days` days before `now`. */
export const midnightBefore = (now: number, days: number) => Math.floor(now / dayMs - days) * dayMs
