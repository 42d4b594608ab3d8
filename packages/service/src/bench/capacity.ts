/**
 * `npm run bench:capacity -- [devices] [seconds] [turns of pages]`: CPU time, disk and WAL of a frame, a day and a
 * page, measured on the real service; from these, nodes and cost for 10^3, 10^5 and 10^6 inverters (growth.ts). Then
 * sends the load of the largest fleet for two cores for that many seconds, and prints actual beside predicted CPU time.
 * Linux only: reads /proc.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { openSource } from '../database/source.ts'
import type { Database } from '../database/open-database.ts'
import { binMs, binsPerDay, zone } from './frames.ts'
import { type Coefficients, growth, largestOn, type Need } from './growth.ts'
import { copyHistory } from './history.ts'
import { deliver, encodedBatch, sendInThread } from './loggers.ts'
import { type BenchPlant, type Caller, fetchWhileBusy, makePlant, post } from './plants.ts'
import { processorTime, processorTimeOfAll } from './processor-time.ts'

const [devices = 400, seconds = 60, pageTurns = 25] = process.argv.slice(2).map(Number)
const perPlant = Math.min(20, devices)
/** Warm-up: afterwards the database has its plans, and caches are full. */
const warmBins = 12
const historyDays = 60
const cores = 2
const password = 'a password of a bench'
const dayMs = binMs * binsPerDay

const root = mkdtempSync(join(tmpdir(), 'helioport-capacity-'))
chmodSync(root, 0o755)
const program = (name: string) => join(import.meta.dirname, '../main', name)
const server = spawn(process.execPath, [program('server.ts'), '--port=0', `--data=${root}`], { stdio: ['ignore', 'pipe', 'inherit'] }) // prettier-ignore
const line = (name: string, value: string) => process.stdout.write(`${name.padEnd(44)}${value}\n`)
const number = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits })

async function readyUrl(): Promise<string> {
  for await (const text of createInterface(server.stdout)) {
    const url = /^service: ready at (http:\S+)$/.exec(text)?.[1]
    if (url) return url
  }
  throw new Error('the service did not start')
}

interface Spent {
  service: number
  database: number
  wal: number
}

async function spentSoFar(db: Database): Promise<Spent> {
  const { rows } = await db.pool.query<{ wal: number }>(`select (pg_current_wal_lsn() - '0/0')::float8 as wal`)
  const postmaster = Number(readFileSync(join(root, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  return { service: processorTime(server.pid ?? 0), database: processorTimeOfAll(postmaster), wal: rows[0]?.wal ?? 0 }
}

/** What `work` takes: CPU time (s) and WAL (bytes). */
async function taken(db: Database, work: () => Promise<unknown>): Promise<Spent> {
  const before = await spentSoFar(db)
  await work()
  const after = await spentSoFar(db)
  return { service: after.service - before.service, database: after.database - before.database, wal: after.wal - before.wal } // prettier-ignore
}

/** Sends interval by interval, as loggers do: one batch per plant. */
async function sendBins(url: string, plants: readonly BenchPlant[], from: number, bins: number): Promise<void> {
  for (let at = from; at < from + bins * binMs; at += binMs)
    for (const plant of plants) await deliver(url, encodedBatch(plant, at, at + binMs))
}

async function untilAnalysed(db: Database): Promise<void> {
  const due = async () =>
    (await db.pool.query<{ due: number }>('select count(*)::int as due from station_day where due_at is not null')).rows
  while (((await due())[0]?.due ?? 0) > 0) await wait(500)
}

/** Bytes on disk of tables with their indexes and monthly partitions. */
async function bytesOf(db: Database, names: readonly string[]): Promise<number> {
  const { rows } = await db.pool.query<{ bytes: number }>(
    `select coalesce(sum(pg_total_relation_size(relid)), 0)::float8 as bytes
     from unnest($1::text[]) as name cross join lateral (
       select relid from pg_partition_tree(name::regclass)
       -- A table without partitions has an empty tree.
       union select name::regclass
     ) part`,
    [names],
  )
  return rows[0]?.bytes ?? 0
}

const keptTables = ['device_day', 'station_day', 'device_month', 'station_month', 'device_curve']

async function tablesThere(db: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [names],
  )
  return rows.map(({ name }) => name)
}

const pagesOf = ({ stationId, devices: [device] }: BenchPlant, date: string) => [
  '/stations?page=1&pageSize=20',
  '/stations/summary',
  `/stations/${stationId}/day?date=${date}`,
  `/stations/${stationId}/statistics?period=month&date=${date}`,
  `/devices/${device?.id}/day?date=${date}`,
  '/alarms?page=1&pageSize=20',
]

async function askPages(caller: Caller, plants: readonly BenchPlant[], date: string, turns: number): Promise<number> {
  let asked = 0
  for (let turn = 0; turn < turns; turn += 1) {
    const plant = plants[turn % plants.length]
    for (const path of plant ? pagesOf(plant, date) : []) {
      const reply = await fetchWhileBusy(`${caller.url}/api/web/v1${path}`, { headers: { cookie: caller.cookie } })
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
      asked += 1
    }
  }
  return asked
}

const dateOf = (at: number) => new Date(at + zone.offsetMs).toISOString().slice(0, 10)

async function measure(
  db: Database,
  caller: Caller,
  plants: readonly BenchPlant[],
  from: number,
): Promise<Coefficients> {
  await sendBins(caller.url, plants, from, warmBins)
  const bins = binsPerDay - warmBins
  const day = await taken(db, async () => {
    await sendBins(caller.url, plants, from + warmBins * binMs, bins)
    await untilAnalysed(db)
  })
  const frames = bins * devices
  const samples = await bytesOf(db, ['device_sample'])
  const kept = await tablesThere(db, keptTables)
  await copyHistory(db, plants, dateOf(from), historyDays)
  const keptBytes = await bytesOf(db, kept)
  await askPages(caller, plants, dateOf(from), 3)
  let asked = 1
  const pages = await taken(db, async () => (asked = await askPages(caller, plants, dateOf(from), pageTurns)))
  return {
    serviceMsPerFrame: (day.service * 1_000) / frames,
    databaseMsPerFrame: (day.database * 1_000) / frames,
    walBytesPerFrame: day.wal / frames,
    bytesPerSample: samples / (devices * binsPerDay),
    bytesPerDeviceDay: keptBytes / (devices * (historyDays + 1)),
    serviceMsPerPage: (pages.service * 1_000) / asked,
    databaseMsPerPage: (pages.database * 1_000) / asked,
  }
}

function tell(measured: Coefficients): void {
  for (const [name, value] of Object.entries(measured))
    if (!(value > 0)) throw new Error(`${name} was not measured: ${value}`)
  line(
    'load of the machine meanwhile',
    loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  )
  line('a frame: service, database', `${measured.serviceMsPerFrame.toFixed(2)} ms, ${measured.databaseMsPerFrame.toFixed(2)} ms of processor`) // prettier-ignore
  line('a frame: log of the database', `${number(measured.walBytesPerFrame)} bytes`)
  line('a raw sample, with its index', `${number(measured.bytesPerSample)} bytes`)
  line('what is kept of a device and a day', `${number(measured.bytesPerDeviceDay)} bytes`)
  line('a page: service, database', `${measured.serviceMsPerPage.toFixed(1)} ms, ${measured.databaseMsPerPage.toFixed(1)} ms of processor`) // prettier-ignore
  for (const inverters of [1e3, 1e5, 1e6]) tellNeed(growth(inverters, measured))
}

function tellNeed(need: Need): void {
  line(`${number(need.inverters)} inverters`, `${number(need.framesPerSecond, 1)} frames/s, ${number(need.pagesPerSecond, 1)} pages/s`) // prettier-ignore
  line('  cores: services, database', `${need.serviceCores.toFixed(2)}, ${need.databaseCores.toFixed(2)}`)
  line(
    '  log, disk after ten years',
    `${number(need.walBytesPerSecond / 1e6, 2)} MB/s, ${number(need.bytes / 1e12, 2)} TB`,
  )
  line('  machines: services, databases, cost a month', `${need.serviceNodes}, ${need.databaseNodes} (by ${need.limit}), ${number(need.costPerMonth)}`) // prettier-ignore
}

/** Sends the frames and pages of the largest fleet for two cores in real time. */
async function simulate(db: Database, caller: Caller, plants: BenchPlant[], measured: Coefficients, from: number) {
  const inverters = largestOn(cores, measured)
  const need = growth(inverters, measured)
  const everyMs = (devices / need.framesPerSecond) * 1_000
  const bins = Math.min(binsPerDay, Math.max(1, Math.round((seconds * 1_000) / everyMs)))
  const begun = performance.now()
  let rows = 0
  let asked = 0
  const spent = await taken(db, async () => {
    const loggers = sendInThread({ url: caller.url, plants, from, to: from + bins * binMs, stretchMs: binMs, everyMs })
    const over = new AbortController()
    const waited = async () => {
      rows = await loggers.done
      over.abort()
    }
    const sent = waited()
    const perTurn = pagesOf(plants[0] as BenchPlant, '').length
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      asked += await askPages(caller, plants.slice(turn % plants.length), dateOf(from), 1)
      const due = begun + ((turn + 1) * perTurn * 1_000) / need.pagesPerSecond
      await Promise.race([sent, wait(Math.max(0, due - performance.now()))])
    }
  })
  const took = (performance.now() - begun) / 1_000
  const foretold = (rows * (measured.serviceMsPerFrame + measured.databaseMsPerFrame) + asked * (measured.serviceMsPerPage + measured.databaseMsPerPage)) / 1_000 // prettier-ignore
  line(
    `the largest fleet of ${cores} cores`,
    `${number(inverters)} inverters, ${number(need.framesPerSecond)} frames/s`,
  )
  line('  sent', `${number(rows)} frames in ${took.toFixed(1)} s, wanted ${((bins * everyMs) / 1_000).toFixed(1)} s; ${asked} pages`) // prettier-ignore
  line('  processor: foretold, taken', `${foretold.toFixed(1)} s, ${(spent.service + spent.database).toFixed(1)} s`)
}

try {
  const url = await readyUrl()
  const person = ['--user-name', 'bench', '--email', 'bench@example.org', '--role', 'owner']
  execFileSync(process.execPath, [program('cli.ts'), 'create-account', '--data', root, ...person], { input: password })
  const caller = { url, cookie: '' }
  await post(caller, '/session', { account: 'bench', password })
  await post(caller, '/session/proof', { password })
  const plants: BenchPlant[] = []
  for (let nth = 0; nth < devices / perPlant; nth += 1) plants.push(await makePlant(caller, nth, perPlant))
  const midnight = Math.floor((Date.now() + zone.offsetMs) / dayMs) * dayMs - zone.offsetMs
  const { db, close } = await openSource({ dataFolder: root, databaseUrl: undefined }, console.error, () => false)
  const measured = await measure(db, caller, plants, midnight - 2 * dayMs)
  tell(measured)
  await simulate(db, caller, plants, measured, midnight - dayMs)
  await close()
} finally {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  rmSync(root, { recursive: true, force: true })
}
process.exit(0)
