/** Kills the service repeatedly while batches are written. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { addHttpPlant, type HttpPlant, signInOver } from '../testing/http-plant.ts'
import { type ServiceProcess, startServiceProcess } from '../testing/service-process.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { frame } from '../testing/test-portal.ts'
import { runDrill } from './run-drill.ts'

const kills = { short: 3, long: 500 }
const framesPerBatch = 12
/** A short interval, so that the past has enough frames for many kills. */
const frameMs = 60_000
const batchMs = framesPerBatch * frameMs
const start = Date.parse('2026-01-01T00:00:00Z')
/** Plausible for an inverter of 10 kW in a minute, and a power of two, so that sums are exact. */
const kwhPerFrame = 0.125

/** Two instances over one database: one in use, and a standby. */
interface Pair {
  database: TestDatabase
  plant: HttpPlant
  running: ServiceProcess
  standby: Promise<ServiceProcess>
}

/** One batch of a logger whose counter rises steadily. */
const batchOf = ({ plant }: Pair, batch: number): DeviceFrame[] =>
  Array.from({ length: framesPerBatch }, (_, at) => {
    const nth = batch * framesPerBatch + at
    return frame(plant.serial, start + nth * frameMs, { powerW: 6000, energyTotalKwh: nth * kwhPerFrame })
  })

/** Sends batches, four at a time, and retries each until it is acknowledged. */
function startLogger(pair: Pair) {
  const state = { isOver: false, next: 0, acknowledged: new Map<number, number>(), lost: 0 }
  const heard = new Set<() => void>()
  const work = async () => {
    while (!state.isOver) {
      const batch = state.next
      state.next += 1
      while (!state.acknowledged.has(batch)) {
        const reply = await pair.plant.send(pair.running.url, batchOf(pair, batch)).catch(() => null)
        if (reply?.status !== 200) {
          state.lost += 1
          await wait(5)
          continue
        }
        assert.deepEqual(reply.data.rejected, [])
        assert.equal(reply.data.accepted + reply.data.duplicates, framesPerBatch)
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
async function openTransaction({ database }: Pair): Promise<void> {
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

async function framesByBatch({ database }: Pair): Promise<Map<number, number>> {
  const { rows } = await database.db.pool.query<{ batch: number; frames: number }>(
    `select floor(extract(epoch from ts - $1::timestamptz) / $2)::int as batch, count(*)::int as frames
     from device_sample group by 1`,
    [new Date(start), batchMs / 1000],
  )
  return new Map(rows.map(({ batch, frames }) => [batch, frames]))
}

/** Asserts that acknowledged batches are stored, and that no batch is stored in part. */
async function checkBatches(pair: Pair, acknowledged: readonly number[]): Promise<void> {
  const stored = await framesByBatch(pair)
  for (const batch of acknowledged) assert.equal(stored.get(batch), framesPerBatch, `acknowledged batch ${batch}`)
  for (const [batch, frames] of stored) assert.equal(frames, framesPerBatch, `batch ${batch}`)
}

async function checkEnergy({ database }: Pair, batches: number): Promise<void> {
  const { rows } = await database.db.pool.query<{ kwh: number; samples: number; station_kwh: number }>(
    `select (select sum(energy_kwh) from device_day) as kwh, (select sum(samples)::int from device_day) as samples,
       (select sum(energy_kwh) from station_day) as station_kwh`,
  )
  const kwh = (batches * framesPerBatch - 1) * kwhPerFrame
  const [sums] = rows
  assert.equal(sums?.samples, batches * framesPerBatch)
  for (const sum of [sums?.kwh, sums?.station_kwh]) assert.ok(Math.abs((sum ?? 0) - kwh) < 1e-6, `${sum} is ${kwh}`)
}

await runDrill(async ({ isShort, folder, openDatabase, afterwards }) => {
  const count = isShort ? kills.short : kills.long
  const database = await openDatabase()
  const launch = () =>
    startServiceProcess(folder, { DATABASE_URL: database.databaseUrl, DATABASE_OWNER_URL: database.ownerUrl })
  const running = await launch()
  const owner = await signInOver(running.url, database.db, 'owner')
  const pair: Pair = { database, running, standby: launch(), plant: await addHttpPlant(running.url, owner) }
  afterwards(() => pair.running.end('SIGKILL'))
  afterwards(async () => (await pair.standby).end('SIGKILL'))

  const logger = startLogger(pair)
  const starts: number[] = []
  for (let kill = 0; kill < count; kill += 1) {
    const next = await pair.standby
    starts.push(next.startMs)
    // In the middle of a transaction, or right after an acknowledgement while other batches are in flight.
    await (kill % 2 === 0 ? openTransaction(pair) : logger.acknowledgement())
    await pair.running.end('SIGKILL')
    pair.running = next
    await checkBatches(pair, [...logger.state.acknowledged.keys()])
    pair.standby = launch()
    pair.standby.catch(() => {})
    await logger.acknowledgement()
  }
  await logger.finish()

  const { state } = logger
  assert.ok(state.lost >= count, 'each kill loses a try')
  const all = Array.from({ length: state.next }, (_, batch) => batch)
  assert.deepEqual(
    [...(await framesByBatch(pair)).keys()].toSorted((a, b) => a - b),
    all,
  )
  // After a lost acknowledgement the rows are duplicates at the next try; no row is accepted twice.
  const accepted = [...state.acknowledged.values()].reduce((sum, rows) => sum + rows, 0)
  assert.ok(accepted <= state.next * framesPerBatch)
  await checkEnergy(pair, state.next)
  return {
    kills: count,
    batches: state.next,
    triesLost: state.lost,
    rowsAcknowledgedAtALaterTry: state.next * framesPerBatch - accepted,
    readyAfterMs: {
      median: Math.round(starts.toSorted((a, b) => a - b)[count >> 1] ?? 0),
      longest: Math.round(Math.max(...starts)),
    },
  }
})
