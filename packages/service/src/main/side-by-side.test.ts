import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FormerService, formerVersions, unpackService } from '../testing/former-service.ts'
import { addHttpPlant, signInAs } from '../testing/http-plant.ts'
import { startServiceProcess } from '../testing/service-process.ts'
import { takeTurns } from '../testing/take-turns.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { frame } from '../testing/test-portal.ts'

let database: TestDatabase
let folder: string
let former: FormerService

beforeAll(async () => {
  database = await startTestDatabase('template0')
  folder = mkdtempSync(join(tmpdir(), 'side-by-side-'))
  former = unpackService(formerVersions[0] ?? '')
})
afterAll(async () => {
  former?.remove()
  rmSync(folder, { recursive: true, force: true })
  await database?.stop()
})

/** Answers per phase: the former version alone, both, and the new one alone. */
const each = 60

test('no request fails while the current version takes over from the first one on the same database', async () => {
  const env = { DATABASE_URL: database.databaseUrl, DATABASE_OWNER_URL: database.ownerUrl }
  const data = (name: string) => join(folder, name)
  const before = await startServiceProcess(data('before'), env, former.program('main/server.ts'))
  const account = ['create-account', '--data', data('before'), '--user-name', 'ada', '--email', 'ada@example.org']
  execFileSync(process.execPath, [former.program('main/cli.ts'), ...account], {
    env: { ...process.env, ...env },
    input: 'a password of ada',
  })
  const owner = await signInAs(before.url, 'ada', 'a password of ada')
  const plant = await addHttpPlant(before.url, owner)
  const urls = [before.url]
  const send = takeTurns(urls)
  // Far enough back that no frame is in the future, however many are sent while the schema migrates.
  const begin = Math.floor(Date.now() / 60_000) * 60_000 - 5 * 86_400_000
  const acknowledged: number[] = []
  const statuses: number[] = []
  let nth = 0
  let until = each
  const work = async (isLogger: boolean) => {
    while (statuses.length < until) {
      const at = begin + (nth += 1) * 60_000
      const page = nth % 3 === 0 ? '/stations' : `/stations/${plant.stationId}`
      const status = isLogger
        ? await send((url) => plant.send(url, [frame(plant.serial, at, { powerW: 1000 })]))
        : await send((url) => owner.call(url, 'GET', page))
      statuses.push(status)
      if (isLogger && status === 200) acknowledged.push(at)
    }
  }
  const load = () => Promise.all([work(true), work(true), work(false), work(false)])
  await load()
  // It migrates while the former version still uses the tables.
  until = Number.POSITIVE_INFINITY
  const [now] = await Promise.all([
    startServiceProcess(data('now'), env).then((started) => {
      urls.push(started.url)
      until = statuses.length + each
      return started
    }),
    load(),
  ])
  until = statuses.length + 2 * each
  await Promise.all([load(), before.end('SIGTERM')])

  expect(statuses.filter((status) => status !== 200)).toEqual([])
  const { rows } = await database.db.pool.query<{ at: number }>(
    'select extract(epoch from ts)::float8 * 1000 as at from device_sample',
  )
  const stored = new Set(rows.map(({ at }) => at))
  expect(acknowledged.length).toBeGreaterThan(each)
  expect(acknowledged.filter((at) => !stored.has(at))).toEqual([])
  expect((await owner.call<{ name: string }[]>(now.url, 'GET', '/stations')).data).toHaveLength(1)
  expect(await now.end('SIGTERM')).toBe(0)
})
