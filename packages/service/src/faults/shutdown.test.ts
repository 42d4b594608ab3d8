import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEvents } from '../testing/event-reader.ts'
import { addHttpPlant, type HttpCaller, type HttpPlant, signInOver } from '../testing/http-plant.ts'
import { type ServiceProcess, startServiceProcess } from '../testing/service-process.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { frame } from '../testing/test-portal.ts'

const inFlight = 500
const start = Math.floor(Date.now() / 86_400_000 - 20) * 86_400_000

let database: TestDatabase
let folder: string
let service: ServiceProcess
let owner: HttpCaller
let plant: HttpPlant

beforeAll(async () => {
  database = await startTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'helioport-shutdown-'))
  chmodSync(folder, 0o755)
  service = await startServiceProcess(folder, {
    DATABASE_URL: database.databaseUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
  })
  owner = await signInOver(service.url, database.db, 'owner')
  plant = await addHttpPlant(service.url, owner)
})
afterAll(async () => {
  await service?.end('SIGKILL')
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Answer {
  status: number
  retryAfter: string | undefined
  isWhole: boolean
}

const agent = new Agent({ keepAlive: true, maxSockets: inFlight, maxFreeSockets: inFlight })
interface Asked {
  /** Resolves when the request has been sent. */
  left: Promise<void>
  answer: Promise<Answer>
}
const ask = (path: string, headers: Record<string, string> = { cookie: owner.cookie }, body?: string): Asked => {
  const asked = request(`${service.url}${path}`, { agent, headers, method: body === undefined ? 'GET' : 'POST' })
  const left = new Promise<void>((resolve) => asked.on('finish', resolve))
  const answer = new Promise<Answer>((resolve, reject) => {
    asked.on('response', (response) => {
      response.resume()
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          isWhole: response.complete,
        }),
      )
    })
    asked.on('error', reject)
  })
  asked.end(body)
  return { left, answer }
}

test(`SIGTERM with ${inFlight} requests in flight: each is answered whole, and the process exits with 0`, async () => {
  const stream = await readEvents(service.url, owner.cookie)
  // Idle connections, as a proxy keeps them.
  await Promise.all(Array.from({ length: inFlight }, () => ask('/healthz').answer))
  const asked = Array.from({ length: inFlight - 20 }, () => ask(`/api/web/v1/devices/${plant.deviceId}/day`))
  const sent = Array.from({ length: 20 }, (_, nth) => {
    const { path, headers, body } = plant.batch([frame(plant.serial, start + nth * 300_000, { powerW: 1 })])
    return ask(path, headers, body)
  })
  await Promise.all([...asked, ...sent].map(({ left }) => left))
  const code = service.end('SIGTERM')
  for (const answer of await Promise.all(asked.map((one) => one.answer))) {
    expect(answer.isWhole).toBe(true)
    if (answer.status !== 200) expect([answer.status, answer.retryAfter]).toEqual([503, expect.any(String)])
  }
  const acknowledged = (await Promise.all(sent.map((one) => one.answer))).filter(({ status }) => status === 200).length
  await stream.ended
  expect(await code).toBe(0)
  agent.destroy()
  const { rows } = await database.db.pool.query<{ frames: number }>('select count(*)::int as frames from device_sample')
  expect(rows[0]?.frames).toBe(acknowledged)
})
