import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '../database/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { addHttpPlant, type HttpPlant, signInOver } from '../testing/http-plant.ts'
import { type ServiceProcess, startServiceProcess } from '../testing/service-process.ts'
import { frame } from '../testing/test-portal.ts'

/** HELIOPORT_DATABASE_KILLS: 50 shows the whole of it. */
const kills = Number(process.env.HELIOPORT_DATABASE_KILLS ?? 3)
const start = Math.floor(Date.now() / 86_400_000 - 30) * 86_400_000
const kwhPerFrame = 0.5

let folder: string
let embedded: EmbeddedPostgres
let db: Database
let service: ServiceProcess
let plant: HttpPlant

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'helioport-crash-'))
  chmodSync(folder, 0o755)
  service = await startServiceProcess(folder)
  // The service keeps its database; this only looks into it.
  embedded = await startEmbeddedPostgres(folder, () => {})
  embedded.release()
  db = openDatabase(embedded.connection)
  plant = await addHttpPlant(service.url, await signInOver(service.url, db, 'owner'))
}, 300_000)
afterAll(async () => {
  await db?.close()
  await service?.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

test(`PostgreSQL killed ${kills} times under ingest: the service starts it again, nothing acknowledged is lost`, async () => {
  const state = { isOver: false, acknowledged: 0, refused: new Set<string>() }
  const logging = (async () => {
    for (let nth = 0; !state.isOver;) {
      const values = { powerW: 6000, energyTotalKwh: nth * kwhPerFrame }
      const { status, errorCode } = await plant.send(service.url, [frame(plant.serial, start + nth * 300_000, values)])
      if (status === 200) {
        nth += 1
        state.acknowledged = nth
      } else {
        state.refused.add(`${status} ${errorCode}`)
        await wait(20)
      }
    }
  })()
  const until = async (count: number) => {
    while (state.acknowledged < count) await wait(5)
  }
  await until(3)
  const back: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const pid = embedded.pid()
    if (pid === null) throw new Error('no database')
    process.kill(pid, 'SIGKILL')
    const from = performance.now()
    while ((embedded.pid() ?? pid) === pid) await wait(10)
    await until(state.acknowledged + 3)
    back.push(performance.now() - from)
  }
  state.isOver = true
  await logging
  const { rows } = await db.pool.query<{ frames: number; kwh: number }>(
    `select (select count(*)::int from device_sample) as frames, (select sum(energy_kwh) from device_day) as kwh`,
  )
  expect(rows[0]?.frames).toBe(state.acknowledged)
  expect(rows[0]?.kwh).toBeCloseTo((state.acknowledged - 1) * kwhPerFrame, 6)
  for (const refusal of state.refused) expect(refusal).toBe('503 service.databaseDown')
  console.log(`ingest is back after ${back.map((ms) => Math.round(ms)).join(', ')} ms`)
}, 600_000)
