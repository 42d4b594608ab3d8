import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '@helioport/contract'
import mqtt, { type MqttClient } from 'mqtt'
import { addHttpPlant, signInOver } from '../testing/http-plant.ts'
import { type ServiceProcess, startServiceProcess } from '../testing/service-process.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'

let database: TestDatabase
let folder: string
let running: ServiceProcess
let port: number
let client: MqttClient

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
const launch = () =>
  startServiceProcess(folder, {
    DATABASE_URL: database.databaseUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    MQTT_PORT: String(port),
  })

beforeAll(async () => {
  database = await startTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'helioport-mqtt-kill-'))
  chmodSync(folder, 0o755)
  port = await freePort()
  running = await launch()
})
afterAll(async () => {
  client?.end(true)
  await running?.end('SIGKILL')
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('killed three times during messages: every acknowledged one is stored once, and the device reconnects', async () => {
  const owner = await signInOver(running.url, database.db, 'owner')
  const plant = await addHttpPlant(running.url, owner)
  const { data: loggers } = await owner.call<Logger[]>(running.url, 'GET', '/loggers')
  const [logger] = loggers
  if (!logger) throw new Error('no logger')
  const key = plant.batch([]).headers['authorization']?.replace('Logger ', '') ?? ''
  const mapping = {
    topic: 'log',
    serial: { from: 'fixed', serial: plant.serial },
    time: { path: 't', unit: 'ms' },
    fields: [{ field: 'powerW', path: 'w', unit: 'W' }],
  }
  const saved = await owner.call(running.url, 'PUT', `/loggers/${logger.id}/mqtt/mappings`, { mappings: [mapping] })
  expect(saved.status).toBe(200)

  client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
    username: logger.serial,
    password: key,
    clientId: 'of-the-test',
    reconnectPeriod: 50,
  })
  client.on('error', () => {})
  const acknowledged = new Set<number>()
  const from = Date.now() - 3_600_000
  let sent = 0
  const send = (until: number) =>
    Promise.all(
      Array.from({ length: until - sent }, () => {
        const at = from + sent * 1000
        sent += 1
        return client
          .publishAsync(`helioport/${logger.serial}/log`, JSON.stringify({ t: at, w: 5 }), { qos: 1 })
          .then(() => acknowledged.add(at))
      }),
    )
  for (let round = 1; round <= 3; round += 1) {
    const sending = send(round * 300)
    while (acknowledged.size < round * 300 - 200) await new Promise((resolve) => setTimeout(resolve, 1))
    await running.end('SIGKILL')
    running = await launch()
    await sending
  }
  const { rows } = await database.ownerDb.pool.query<{ ts: number }>('select ts from device_sample order by ts')
  expect(acknowledged.size).toBe(900)
  expect(rows.map(({ ts }) => ts)).toEqual([...acknowledged].toSorted((a, b) => a - b))
})
