import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '../database/open-database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { addHttpPlant, type HttpCaller, type HttpPlant, signInOver } from '../testing/http-plant.ts'
import { type ServiceProcess, startServiceProcess } from '../testing/service-process.ts'
import { frame } from '../testing/test-portal.ts'

const megabyte = 1024 * 1024
const diskMegabytes = 500
const keepFreeMegabytes = 64
const start = Math.floor(Date.now() / 86_400_000 - 40) * 86_400_000

const disk = mkdtempSync(join(tmpdir(), 'helioport-disk-'))
/** For samples alone, so that the database's WAL has room. */
const smallDisk = mkdtempSync(join(tmpdir(), 'helioport-small-'))
const data = join(disk, 'data')
const ballast = join(disk, 'ballast')

/** Mounting a disk needs root; null: not possible, so there is no disk to fill. */
function mountDisk(): string | null {
  try {
    const mount = (size: string, at: string) =>
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0755`, 'tmpfs', at], { stdio: 'pipe' })
    mount(`${diskMegabytes}m`, disk)
    mount('256k', smallDisk)
    return null
  } catch (error) {
    return String((error as { stderr?: Buffer }).stderr ?? error).trim()
  }
}

const refusal = mountDisk()
const withDisk = refusal === null ? describe : describe.skip

let service: ServiceProcess | undefined
let db: Database | undefined
let connection: EmbeddedPostgres['connection']
let owner: HttpCaller
let plant: HttpPlant

beforeAll(async () => {
  if (refusal !== null) return
  chmodSync(disk, 0o755)
  service = await startServiceProcess(data, { KEEP_FREE_MB: String(keepFreeMegabytes), DATABASE_URL: '' })
  // The database is already running: this only connects to it.
  const embedded = await startEmbeddedPostgres(data, () => {})
  embedded.release()
  db = openDatabase(embedded.connection)
  connection = embedded.connection
  owner = await signInOver(service.url, db, 'owner')
  plant = await addHttpPlant(service.url, owner)
})
afterAll(async () => {
  rmSync(ballast, { force: true })
  await db?.close()
  await service?.end('SIGTERM')
  for (const at of [disk, smallDisk]) {
    if (refusal === null) execFileSync('umount', ['-l', at])
    rmSync(at, { recursive: true, force: true })
  }
})

const free = () => {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}
const fillUpTo = (left: number) => {
  rmSync(ballast, { force: true })
  execFileSync('fallocate', ['-l', String(free() - left), ballast])
}
let sent = 0
/** Rows of a batch; the largest batch needs more pages than the tables have. */
const rows = (count: number) =>
  Array.from({ length: count }, () => {
    sent += 1
    return frame(plant.serial, start + sent * 60_000, { powerW: 1000, stringCurrentA: [1, 2, 3, 4] })
  })
const url = () => service?.url ?? ''
const reads = async () => [
  (await owner.call(url(), 'GET', '/stations')).status,
  (await owner.call(url(), 'GET', `/devices/${plant.deviceId}/day`)).status,
  (await fetch(`${url()}/readyz`)).status,
]
const frames = async () =>
  (await db?.pool.query<{ count: number }>('select count(*)::int as count from device_sample'))?.rows[0]?.count

withDisk(refusal === null ? 'a full disk' : `a full disk (skipped: no disk can be mounted here: ${refusal})`, () => {
  test('with little space left loggers get 507 and reads go on; frames are accepted again once there is space', async () => {
    expect((await plant.send(url(), rows(1))).status).toBe(200)
    fillUpTo((keepFreeMegabytes - 8) * megabyte)
    const refused = await plant.send(url(), rows(1))
    expect([refused.status, refused.errorCode, refused.headers.get('retry-after')]).toEqual([
      507,
      'service.storageFull',
      '60',
    ])
    expect(await reads()).toEqual([200, 200, 200])
    const metrics = await (await fetch(`${url()}/metrics`)).text()
    expect(Number(/^helioport_storage_free_bytes (\S+)/m.exec(metrics)?.[1])).toBeLessThan(keepFreeMegabytes * megabyte)
    rmSync(ballast)
    expect((await plant.send(url(), rows(1))).status).toBe(200)
  })

  test('with no space left for samples a batch gets 507, nothing of it is stored, and reads go on', async () => {
    const batch = rows(10_000)
    // Creates the tables of both months.
    expect((await plant.send(url(), [...batch.slice(0, 1), ...batch.slice(-1)])).status).toBe(200)
    await moveSamples()
    const before = await frames()
    const refused = await plant.send(url(), batch)
    expect([refused.status, refused.errorCode, refused.headers.get('retry-after')]).toEqual([
      507,
      'service.storageFull',
      '60',
    ])
    expect(await reads()).toEqual([200, 200, 200])
    expect(await frames()).toBe(before)
    execFileSync('mount', ['-o', 'remount,size=64m', smallDisk])
    const { status, data: reply } = await plant.send(url(), batch)
    expect([status, reply.accepted, reply.duplicates]).toEqual([200, 9_998, 2])
  })
})

/** Moves the tables of samples to the small disk. */
async function moveSamples(): Promise<void> {
  const folder = join(smallDisk, 'samples')
  const { uid, gid } = statSync(join(data, 'postgres'))
  mkdirSync(folder)
  chownSync(folder, uid, gid)
  const client = new pg.Client({ ...connection, user: 'postgres' })
  await client.connect()
  await client.query(`create tablespace small location '${folder}'`)
  const { rows: tables } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'device_sample'::regclass`,
  )
  for (const { name } of tables) await client.query(`alter table ${name} set tablespace small`)
  await client.end()
}
