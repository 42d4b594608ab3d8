/**
 * Acknowledged rows stay stored in every fault: the service killed, PostgreSQL killed, the power cut (unsynced writes
 * are lost), the disk full, the service's clock a day ahead or back, with clients that hang.
 * `node torture.ts [--minutes 10] [--short]`.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Database, openDatabase } from '../database/open-database.ts'
import { addHttpPlant, signInOver } from '../testing/http-plant.ts'
import { type ServiceProcess, startServiceProcess } from '../testing/service-process.ts'
import { startCrowd } from './crowd.ts'
import { Ledger, midnightBefore } from './ledger.ts'
import { createFragilePostgres, type FragilePostgres } from './power/postgres.ts'
import { runDrill, type Trial } from './run-drill.ts'

const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const forms = {
  short: { plants: 2, framesPerBatch: 60, crowd: 90, betweenRows: 240, leastRows: 0 },
  long: { plants: 12, framesPerBatch: 500, crowd: 2_000, betweenRows: 60_000, leastRows: 1_000_000 },
}
/** Longest time until ready again, in ms. */
const bars = { service: 2_000, database: 10_000 }
/** Below 90 days: older months are dropped, and the clock is a day ahead at times. */
const daysBack = 85
const megabyte = 1024 * 1024
const diskMegabytes = 4_096

type Fault = 'service' | 'database' | 'power' | 'disk'

interface Scene {
  postgres: FragilePostgres
  data: string
  service: ServiceProcess
  /** Number of starts of the service; its clock is right, ahead and back in turn. */
  starts: number
  readyMs: Record<'service' | 'database', number[]>
  dropped: number
}

/** The environment of the service's next process: of three processes, two have a clock that is off by a day. */
function environment({ postgres, starts }: Pick<Scene, 'postgres' | 'starts'>): Record<string, string> {
  const day = ['', '+1d', '-1d'][starts % 3] ?? ''
  return {
    DATABASE_URL: postgres.databaseUrl,
    DATABASE_OWNER_URL: postgres.ownerUrl,
    ...(day !== '' &&
      existsSync(fakeTime) && { LD_PRELOAD: fakeTime, FAKETIME: day, FAKETIME_DONT_FAKE_MONOTONIC: '1' }),
  }
}

async function startService(scene: Scene): Promise<void> {
  scene.starts += 1
  scene.service = await startServiceProcess(scene.data, environment(scene))
  scene.readyMs.service.push(scene.service.startMs)
}

async function startDatabase({ postgres, readyMs }: Scene): Promise<void> {
  readyMs.database.push(await postgres.start())
}

const free = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Fills a disk to the last kilobyte, while others write to it, too. */
function fill(folder: string, ballast: string): void {
  const most = Math.max(0, free(folder) - 64 * megabyte)
  execFileSync('fallocate', ['-l', String(most), ballast])
  const handle = openSync(ballast, 'a')
  try {
    for (let part = megabyte; part >= 1024;)
      try {
        writeSync(handle, Buffer.alloc(part))
      } catch {
        part /= 2
      }
  } finally {
    closeSync(handle)
  }
}

const answers = async ({ postgres }: Scene) => {
  const client = new pg.Client({ connectionString: postgres.ownerUrl, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

const faults: Record<Fault, (scene: Scene, ledger: Ledger) => Promise<void>> = {
  async service(scene) {
    await scene.service.end('SIGKILL')
    await startService(scene)
  },
  async database(scene) {
    scene.postgres.kill()
    await startDatabase(scene)
  },
  async power(scene) {
    await scene.service.end('SIGKILL')
    scene.dropped += scene.postgres.cutPower()
    await startDatabase(scene)
    await startService(scene)
  },
  async disk(scene, ledger) {
    const ballast = join(scene.data, 'ballast')
    const before = ledger.refusals.size
    fill(scene.data, ballast)
    const until = performance.now() + 20_000
    while (ledger.refusals.size === before && performance.now() < until) await wait(20)
    rmSync(ballast)
    if (await answers(scene)) return
    // PostgreSQL stops when it cannot write its WAL.
    scene.postgres.kill()
    await startDatabase(scene)
  },
}

/** Checks the power cut itself: with `fsync = off` it must lose committed rows, otherwise it proves nothing. */
async function seeUnsyncedLost(folder: string): Promise<boolean> {
  const careless = await createFragilePostgres(folder, false)
  const client = new pg.Client(careless.ownerUrl)
  client.on('error', () => {})
  await client.connect()
  await client.query('create table acknowledged as select generate_series(1, 100) as row')
  careless.cutPower()
  await client.end().catch(() => {})
  const isUp = await careless.start().then(
    () => true,
    () => false,
  )
  if (!isUp) return true
  const again = new pg.Client(careless.ownerUrl)
  await again.connect()
  const rows = await again.query('select from acknowledged').then(
    ({ rowCount }) => rowCount ?? 0,
    () => 0,
  )
  await again.end()
  careless.kill()
  return rows < 100
}

/** Mounts a separate disk, which needs root; false: not possible, so no disk can be filled. */
function mountDisk(at: string, afterwards: Trial['afterwards']): boolean {
  mkdirSync(at)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=0755`, 'tmpfs', at], { stdio: 'pipe' })
  } catch {
    return false
  }
  afterwards(async () => void execFileSync('umount', ['-l', at]))
  return true
}

const longest = (times: readonly number[]) => Math.round(Math.max(0, ...times))

async function addPlants(scene: Scene, db: Database, count: number) {
  const owner = await signInOver(scene.service.url, db, 'owner')
  const plants = []
  for (let nth = 0; nth < count; nth += 1) plants.push(await addHttpPlant(scene.service.url, owner))
  return plants
}

await runDrill(async ({ isShort, folder, options, afterwards }) => {
  const form = isShort ? forms.short : forms.long
  const until = performance.now() + (isShort ? 0 : Number(options['minutes'] ?? 10) * 60_000)
  const disk = join(folder, 'disk')
  const hasDisk = !isShort && mountDisk(disk, afterwards)
  if (isShort) mkdirSync(disk)
  const postgres = await createFragilePostgres(join(disk, 'database'))
  afterwards(async () => postgres.kill())
  const data = join(disk, 'service')
  const service = await startServiceProcess(data, environment({ postgres, starts: 0 }))
  const scene: Scene = { postgres, data, service, starts: 0, readyMs: { service: [], database: [] }, dropped: 0 }
  afterwards(() => scene.service.end('SIGKILL'))
  const db = openDatabase(postgres.ownerUrl)
  afterwards(db.close)
  const plants = await addPlants(scene, db, form.plants)
  const url = () => scene.service.url
  const crowd = startCrowd(url, form.crowd)
  afterwards(async () => crowd.stop())
  const ledger = new Ledger(plants, {
    url,
    framesPerBatch: form.framesPerBatch,
    start: midnightBefore(Date.now(), daysBack),
  })

  afterwards(() => ledger.finish())
  const order: Fault[] = (['service', 'power', 'database', 'disk'] as const).filter(
    (fault) => (fault !== 'power' || postgres.hasPower) && (fault !== 'disk' || hasDisk),
  )
  const played: Partial<Record<Fault, number>> = {}
  for (
    let round = 0;
    round < (isShort ? 2 : 8) || performance.now() < until || ledger.rows < form.leastRows;
    round += 1
  ) {
    await ledger.more(form.betweenRows)
    const fault = order[round % order.length] ?? 'service'
    await faults[fault](scene, ledger)
    played[fault] = (played[fault] ?? 0) + 1
    const { lost, double } = await ledger.compare(db)
    assert.deepEqual({ round, fault, lost, double }, { round, fault, lost: 0, double: 0 })
  }
  await ledger.more(form.framesPerBatch)
  await ledger.finish()
  const isCutReal = postgres.hasPower ? await seeUnsyncedLost(join(folder, 'careless')) : null
  assert.notEqual(isCutReal, false, 'without syncing nothing was lost: the cut of the power is none')
  assert.deepEqual(await ledger.compare(db), { lost: 0, double: 0 })
  assert.deepEqual(await ledger.wrongSums(db), [])
  const readyAfterMs = { service: longest(scene.readyMs.service), database: longest(scene.readyMs.database) }
  if (!isShort)
    for (const part of ['service', 'database'] as const)
      assert.ok(readyAfterMs[part] <= bars[part], `the ${part} was ready after ${readyAfterMs[part]} ms`)
  return {
    rows: ledger.rows,
    lost: 0,
    double: 0,
    faults: played,
    writesDroppedByPowerCuts: scene.dropped,
    unsyncedIsLostWithoutSync: isCutReal,
    clockOffByADay: existsSync(fakeTime),
    connectionsOpenAtOnce: crowd.most(),
    readyAfterMs,
    triesWithoutAcknowledgement: Object.fromEntries(ledger.refusals),
  }
})
