import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { addHttpPlant, type HttpPlant, signInOver } from '../testing/http-plant.ts'
import { type ServiceProcess, startServiceProcess } from '../testing/service-process.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { frame } from '../testing/test-portal.ts'

/** HELIOPORT_KILLS: fewer or more of them. */
const kills = Number(process.env.HELIOPORT_KILLS ?? 20)
const framesPerBatch = 12
/** Close together, so that the past is long enough for many kills. */
const frameMs = 60_000
const batchMs = framesPerBatch * frameMs
const start = Date.parse('2026-01-01T00:00:00Z')
/** What an inverter of 10 kW can make in a minute, and a power of two: sums of it are exact. */
const kwhPerFrame = 0.125

let database: TestDatabase
let folder: string
let running: ServiceProcess
let standby: Promise<ServiceProcess>
let plant: HttpPlant

const launch = () =>
  startServiceProcess(folder, { DATABASE_URL: database.databaseUrl, DATABASE_OWNER_URL: database.ownerUrl })

beforeAll(async () => {
  database = await startTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'helioport-kill-'))
  chmodSync(folder, 0o755)
  running = await launch()
  standby = launch()
  plant = await addHttpPlant(running.url, await signInOver(running.url, database.db, 'owner'))
}, 300_000)
afterAll(async () => {
  await standby?.then((process) => process.end('SIGKILL')).catch(() => {})
  await running?.end('SIGKILL')
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** One batch of a logger that counts on. */
const batchOf = (batch: number): DeviceFrame[] =>
  Array.from({ length: framesPerBatch }, (_, at) => {
    const nth = batch * framesPerBatch + at
    return frame(plant.serial, start + nth * frameMs, { powerW: 6000, energyTotalKwh: nth * kwhPerFrame })
  })

/** Sends batches, four at a time, each again until it is acknowledged; whatever the process behind the address does. */
function startLogger() {
  const state = { isOver: false, next: 0, acknowledged: new Map<number, number>(), lost: 0 }
  const heard = new Set<() => void>()
  const work = async () => {
    while (!state.isOver) {
      const batch = state.next
      state.next += 1
      while (!state.acknowledged.has(batch)) {
        const reply = await plant.send(running.url, batchOf(batch)).catch(() => null)
        if (reply?.status !== 200) {
          state.lost += 1
          await wait(5)
          continue
        }
        expect(reply.data).toMatchObject({ rejected: [] })
        expect(reply.data.accepted + reply.data.duplicates).toBe(framesPerBatch)
        state.acknowledged.set(batch, reply.data.accepted)
        heard.forEach((hear) => hear())
      }
    }
  }
  const done = Promise.all([work(), work(), work(), work()])
  return {
    state,
    acknowledgement: () =>
      new Promise<void>((resolve) => {
        const hear = () => {
          heard.delete(hear)
          resolve()
        }
        heard.add(hear)
      }),
    finish: async () => {
      state.isOver = true
      await done
    },
  }
}

/** Resolves while a batch is being written: its transaction is open. */
async function openTransaction(): Promise<void> {
  for (;;) {
    const { rowCount } = await database.db.pool.query(
      `select from pg_stat_activity
       where application_name = 'helioport' and pid <> pg_backend_pid() and xact_start is not null
         and (state = 'idle in transaction' or query ilike any (array['copy%', 'insert into device%', 'commit']))`,
    )
    if (rowCount) return
    await wait(1)
  }
}

async function framesByBatch(): Promise<Map<number, number>> {
  const { rows } = await database.db.pool.query<{ batch: number; frames: number }>(
    `select floor(extract(epoch from ts - $1::timestamptz) / $2)::int as batch, count(*)::int as frames
     from device_sample group by 1`,
    [new Date(start), batchMs / 1000],
  )
  return new Map(rows.map(({ batch, frames }) => [batch, frames]))
}

test(
  `killed ${kills} times while batches are written: what was acknowledged is there, no batch in part, nothing counted twice`,
  async () => {
    const logger = startLogger()
    const starts: number[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      const next = await standby
      starts.push(next.startMs)
      // In the middle of a transaction, or right after an acknowledgement, while others are on their way.
      await (kill % 2 === 0 ? openTransaction() : logger.acknowledgement())
      await running.end('SIGKILL')
      running = next
      const acknowledged = [...logger.state.acknowledged.keys()]
      const stored = await framesByBatch()
      for (const batch of acknowledged) expect([batch, stored.get(batch)]).toEqual([batch, framesPerBatch])
      for (const [batch, frames] of stored) expect([batch, frames]).toEqual([batch, framesPerBatch])
      standby = launch()
      standby.catch(() => {})
      await logger.acknowledgement()
    }
    await logger.finish()

    const { state } = logger
    expect(state.lost).toBeGreaterThanOrEqual(kills)
    expect([...(await framesByBatch())].toSorted(([a], [b]) => a - b)).toEqual(
      Array.from({ length: state.next }, (_, batch) => [batch, framesPerBatch]),
    )
    // An acknowledgement that was lost makes rows duplicates at the next try; none is accepted twice.
    const accepted = [...state.acknowledged.values()].reduce((sum, rows) => sum + rows, 0)
    expect(accepted).toBeLessThanOrEqual(state.next * framesPerBatch)
    const { rows } = await database.db.pool.query<{ kwh: number; samples: number; station_kwh: number }>(
      `select (select sum(energy_kwh) from device_day) as kwh, (select sum(samples)::int from device_day) as samples,
         (select sum(energy_kwh) from station_day) as station_kwh`,
    )
    const kwh = (state.next * framesPerBatch - 1) * kwhPerFrame
    expect(rows[0]?.samples).toBe(state.next * framesPerBatch)
    expect(rows[0]?.kwh).toBeCloseTo(kwh, 6)
    expect(rows[0]?.station_kwh).toBeCloseTo(kwh, 6)
    const slowest = Math.max(...starts)
    console.log(
      `${kills} kills: ${state.next} batches, ${state.lost} tries lost, ${state.next * framesPerBatch - accepted} rows ` +
        `acknowledged at a later try; ready after ${Math.round(starts.toSorted((a, b) => a - b)[kills >> 1] ?? 0)} ms, at most ${Math.round(slowest)}`,
    )
  },
  Math.max(600_000, kills * 5_000),
)
