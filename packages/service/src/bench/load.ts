/**
 * `npm run bench:service -- [devices] [seconds]`: throughput of ingest compared with a raw COPY of the same rows, and
 * response times of pages while loggers send. Uses the real service with its embedded database in separate processes,
 * 20 devices per plant, 20 plant-years of roll-ups. Prints figures and asserts nothing.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { openSource } from '../database/source.ts'
import { binMs, binsPerDay, zone } from './frames.ts'
import { copyHistory } from './history.ts'
import { deliver, encodedBatch, type Sending, sendInThread } from './loggers.ts'
import { timeLiveFrames } from './live-frame.ts'
import { type BenchPlant, type Caller, makePlant, post } from './plants.ts'
import { copyRaw, makeRawTable, rawBatches } from './raw-copy.ts'

const [devices = 2000, seconds = 60] = process.argv.slice(2).map(Number)
const lanes = 2
const rounds = 5
const perPlant = Math.min(20, Math.ceil(devices / rounds))
const liveRounds = 30
const plantYears = 20
const yearsEach = 2
/** Real time in which all loggers send five minutes of data: ten times the normal rate. */
const everyMs = 30_000
const password = 'a password of a bench'
const dayMs = binMs * binsPerDay

const root = mkdtempSync(join(tmpdir(), 'helioport-bench-'))
chmodSync(root, 0o755)
const program = (name: string) => join(import.meta.dirname, '../main', name)
const server = spawn(process.execPath, [program('server.ts'), '--port=0', `--data=${root}`], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const line = (name: string, value: string) => process.stdout.write(`${name.padEnd(44)}${value}\n`)
const perSecond = (rows: number, ms: number) => `${Math.round(rows / (ms / 1000)).toLocaleString('en')} rows/s`

function readyUrl(): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`the service ended with ${code}`)))
    createInterface({ input: server.stdout }).on('line', (text) => {
      const url = /^service: ready at (http:\S+)$/.exec(text)?.[1]
      if (url) resolve(url)
    })
  })
}

const quantile = (sorted: readonly number[], part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN
const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)

/** Stores the same rows by COPY and by ingest in turns, so that other load on the machine affects all of them. */
async function compareIngest(plants: BenchPlant[], url: string, from: number): Promise<void> {
  const { db, close } = await openSource({ dataFolder: root, databaseUrl: undefined }, console.error, () => false)
  await makeRawTable(db)
  const span = { from, to: from + dayMs }
  const ms = { binary: [] as number[], text: [] as number[], door: [] as number[] }
  let rows = 0
  for (let round = 0; round < rounds; round += 1) {
    const own = plants.filter((_, nth) => nth % rounds === round)
    const raw = await rawBatches(db, own, span)
    const encoded = own.map((plant) => encodedBatch(plant, span.from, span.to))
    rows += encoded.reduce((sum, { devices: count }) => sum + count, 0)
    ms.binary.push(await copyRaw(db, raw, 'binary', lanes))
    ms.text.push(await copyRaw(db, raw, 'text', lanes))
    const begun = performance.now()
    const lane = async () => {
      for (let batch = encoded.pop(); batch; batch = encoded.pop()) await deliver(url, batch)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    ms.door.push(performance.now() - begun)
  }
  const all = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  line(`raw COPY of ${rows.toLocaleString('en')} rows as text, ${lanes} connections`, perSecond(rows, all(ms.text)))
  line('raw COPY of the same in binary', perSecond(rows, all(ms.binary)))
  line(`the same through the door, ${lanes} at a time`, perSecond(rows, all(ms.door)))
  const share = (copy: readonly number[]) =>
    quantile(sorted(copy.map((value, round) => value / (ms.door[round] ?? Number.NaN))), 0.5).toFixed(2)
  line('share of COPY as text, of binary; medians', `${share(ms.text)}, ${share(ms.binary)}`)
  await db.pool.query('drop table raw_copy')
  await close()
}

async function untilAnalysed(since: number): Promise<void> {
  const { db, close } = await openSource({ dataFolder: root, databaseUrl: undefined }, console.error, () => false)
  const due = async () => {
    const { rows } = await db.pool.query<{ due: number }>(
      'select count(*) as due from station_day where due_at is not null',
    )
    return rows[0]?.due ?? 0
  }
  while ((await due()) > 0) await wait(500)
  line('every day analysed after', `${((performance.now() - since) / 1000).toFixed(0)} s`)
  await close()
}

/** Cost of a live frame at the end of a day with few frames and with many. */
async function compareLiveFrames(caller: Caller, firstPlant: number): Promise<void> {
  const [few = [], many = []] = await timeLiveFrames(caller, firstPlant, liveRounds)
  const [of288, of8640] = [few, many].map((ms) => quantile(sorted(ms), 0.5).toFixed(1))
  const ratio = quantile(sorted(many.map((ms, round) => ms / (few[round] ?? Number.NaN))), 0.5)
  line('a live frame at 288 a day, at 8,640; ms', `${of288}, ${of8640}; ratio ${ratio.toFixed(2)}`)
}

const dateOf = (at: number) => new Date(at + zone.offsetMs).toISOString().slice(0, 10)

/** Requests pages of one person, one after the other, for `seconds`. */
async function measurePages(caller: Caller, plants: readonly BenchPlant[], date: string): Promise<void> {
  const timesOf = new Map<string, number[]>()
  const end = performance.now() + seconds * 1000
  for (let turn = 0; performance.now() < end; turn += 1) {
    const plant = plants[turn % plants.length]
    const device = plant?.devices[turn % perPlant]
    const station = `/stations/${plant?.stationId}`
    const pages: [string, string][] = [
      ['list of stations', '/stations?page=1&pageSize=20'],
      ['sums over all stations', '/stations/summary'],
      ['list of devices', '/devices?page=1&pageSize=20'],
      ['day curve of a station', `${station}/day?date=${date}`],
      ['day curve of a device', `/devices/${device?.id}/day?date=${date}`],
      ['month of a station', `${station}/statistics?period=month&date=${date}`],
      ['year of a station', `${station}/statistics?period=year&date=${date}`],
      ['all years of a station', `${station}/statistics?period=total`],
      ['year of a device', `/devices/${device?.id}/statistics?period=year&date=${date}`],
      ['year of all stations', `/account/statistics?period=year&date=${date}`],
      ['ranking of stations, month', `/ranking?period=month&date=${date}&page=1&pageSize=20`],
      ['curve of a year, 1,000 points', `${station}/series?from=${dateOf(Date.parse(date) - 360 * dayMs)}&to=${date}`],
      ['list of alarms', '/alarms?page=1&pageSize=20'],
    ]
    for (const [name, path] of pages) {
      const begun = performance.now()
      const response = await fetch(`${caller.url}/api/web/v1${path}`, { headers: { cookie: caller.cookie } })
      await response.arrayBuffer()
      const times = timesOf.get(name) ?? []
      timesOf.set(name, [...times, performance.now() - begun])
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
    }
  }
  for (const [name, times] of timesOf) {
    const own = sorted(times)
    const [half, most] = [quantile(own, 0.5), quantile(own, 0.99)]
    line(`${name}, ms`, `p50 ${half.toFixed(1).padStart(6)}  p99 ${most.toFixed(1).padStart(6)}  (${own.length})`)
  }
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
  line('devices, plants', `${devices}, ${plants.length}`)

  const midnight = Math.floor((Date.now() + zone.offsetMs) / dayMs) * dayMs - zone.offsetMs
  const since = performance.now()
  await compareIngest(plants, url, midnight - 2 * dayMs)
  await untilAnalysed(since)
  const old = plants.slice(0, plantYears / yearsEach)
  const date = dateOf(midnight - 2 * dayMs)
  const { db, close } = await openSource({ dataFolder: root, databaseUrl: undefined }, console.error, () => false)
  line(`${plantYears} plant-years of roll-ups, copied rows`, String(await copyHistory(db, old, date, 365 * yearsEach)))
  await close()

  line(`pages for ${seconds} s while all send`, `${(binMs / everyMs).toFixed(0)} times as fast as every 5 min`)
  const live: Sending = { url, plants, from: midnight - dayMs, to: midnight, stretchMs: binMs, everyMs }
  const loggers = sendInThread(live)
  await Promise.race([loggers.done, measurePages(caller, old, date)])
  await loggers.stop()
  await compareLiveFrames(caller, plants.length)
} finally {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  rmSync(root, { recursive: true, force: true })
}
process.exit(0)
