import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ackTopic, allFramesTopic } from '@helioport/contract/mqtt'
import { freiburg, arava, mqttIngestDoor, tickMs } from '@helioport/fleet/testing'
import { startTestWorld, type TestWorld } from './testing/test-world.ts'

/** Noon in Freiburg. */
const began = Date.UTC(2026, 5, 21, 10)

let broker: ChildProcess
let url: string
let world: TestWorld

/** Starts a broker and waits until these topics have subscribers. */
async function startBroker(port: number, topics: readonly string[] = []): Promise<void> {
  broker = spawn(process.execPath, [join(import.meta.dirname, 'testing/broker.ts'), String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!broker.stdout) throw new Error('no output')
  const awaited = new Set([...topics, 'ready'])
  for await (const line of createInterface(broker.stdout)) {
    url = /mqtt:\S+/.exec(line)?.[0] ?? url
    awaited.delete(line.includes('ready') ? 'ready' : (line.split(' ').at(-1) ?? ''))
    if (awaited.size === 0) break
  }
}

async function stopBroker(): Promise<void> {
  const ended = new Promise((resolve) => broker.once('exit', resolve))
  broker.kill('SIGKILL')
  await ended
}

interface Saved {
  plants: Record<string, { loggerSerial: string; loggerKey: string }>
}
const loggerOf = (plant: string) => {
  const saved = JSON.parse(readFileSync(join(world.folder('fleet'), 'fleet.json'), 'utf8')) as Saved
  const found = saved.plants[plant]
  if (!found) throw new Error(`no plant ${plant}`)
  return found
}
/** Number of bins with power since the beginning, and the age of the newest sample. */
const powerOf = async (search: string) => {
  const [station] = await world.client.call('GET /stations', { query: { search } })
  if (!station) throw new Error(`no station ${search}`)
  const day = await world.client.call('GET /stations/:stationId/day', { params: { stationId: station.id } })
  const since = (began - Date.parse(day.from)) / tickMs
  return { known: day.powerW.slice(since).filter((power) => power !== null).length, age: station.age }
}
/** A batch of one device. */
const batch = (plant: string, serial: string, at: number, powerW = 0, rest: { correction?: true } = {}) =>
  Buffer.from(
    JSON.stringify({
      logger: loggerOf(plant).loggerSerial,
      seq: 1,
      loggerTime: at,
      uptimeS: 1,
      devices: [{ serial, at, mode: 1, errorWord: 0, powerW }],
      ...rest,
    }),
  )

beforeAll(async () => {
  await startBroker(0)
  world = await startTestWorld(began, { mqttUrl: url })
  await world.startFleet({
    folder: 'fleet',
    world: (seed, at) => [freiburg(seed), arava(seed, at)],
    mqtt: { url, share: 0.5 },
  })
})
afterAll(async () => {
  await world.stop()
  await stopBroker()
})

test('a logger over MQTT and one over HTTP both appear live', async () => {
  await world.runTo(began + 4 * tickMs + 30_000)
  expect(await powerOf('Tuniberg')).toMatchObject({ known: 4, age: { state: 'live' } })
  expect(await powerOf('ערבה')).toMatchObject({ known: 4, age: { state: 'live' } })
})

test('without the broker the MQTT logger becomes stale; after its return no frame is missing', async () => {
  await stopBroker()
  await world.runTo(began + 8 * tickMs + 30_000)
  const [by, other] = [await powerOf('ערבה'), await powerOf('Tuniberg')]
  expect([by.known, other.known]).toEqual([4, 8])
  expect(by.age.state).toBe('stale')
  await startBroker(Number(new URL(url).port), [allFramesTopic, ackTopic(loggerOf('arava').loggerSerial)])
  await world.runTo(began + 12 * tickMs + 30_000)
  expect(await powerOf('ערבה')).toMatchObject({ known: 12, age: { state: 'live' } })
})

test('refuses a missing key, a wrong key and another logger’s key, and stores nothing', async () => {
  const { loggerKey, loggerSerial } = loggerOf('arava')
  const [device] = (await world.client.call('GET /devices', { query: { search: '' } })).filter(
    (one) => one.loggerSerial === loggerSerial,
  )
  if (!device) throw new Error('no device')
  const at = began - 3_600_000
  const door = mqttIngestDoor(url)
  const refused = { kind: 'refused', status: 401, errorCode: 'logger.keyWrong' }
  const body = batch('arava', device.serial, at)
  expect(await door.deliver('', loggerSerial, body)).toEqual(refused)
  expect(await door.deliver(`${loggerKey}x`, loggerSerial, body)).toEqual(refused)
  expect(await door.deliver(loggerOf('freiburg').loggerKey, loggerSerial, body)).toEqual(refused)
  // Own topic and key, but another logger's body.
  const own = mqttIngestDoor(url)
  const { loggerKey: otherKey, loggerSerial: otherSerial } = loggerOf('freiburg')
  expect(await own.deliver(otherKey, otherSerial, body)).toEqual(refused)
  expect(await own.deliver(otherKey, otherSerial, Buffer.from('{'))).toMatchObject({ kind: 'refused', status: 400 })
  expect(await door.deliver(loggerKey, loggerSerial, body)).toMatchObject({
    kind: 'accepted',
    reply: { accepted: 1, duplicates: 0 },
  })
  expect(await door.deliver(loggerKey, loggerSerial, body)).toMatchObject({
    kind: 'accepted',
    reply: { accepted: 0, duplicates: 1 },
  })
  await Promise.all([door.close(), own.close()])
})

test('a correction over MQTT replaces the stored sample; without the mark it is a duplicate', async () => {
  const { loggerKey, loggerSerial } = loggerOf('arava')
  const [device] = (await world.client.call('GET /devices', { query: { search: '' } })).filter(
    (one) => one.loggerSerial === loggerSerial,
  )
  if (!device) throw new Error('no device')
  // Two hours before the first frame, in an otherwise empty bin.
  const at = began - 2 * 3_600_000
  const powerThen = async () => {
    const day = await world.client.call('GET /devices/:deviceId/day', { params: { deviceId: device.id } })
    return day.powerW[(at - Date.parse(day.from)) / tickMs]
  }
  const door = mqttIngestDoor(url)
  const send = (powerW: number, rest?: { correction: true }) =>
    door.deliver(loggerKey, loggerSerial, batch('arava', device.serial, at, powerW, rest))
  expect(await send(4000)).toMatchObject({ reply: { accepted: 1, duplicates: 0 } })
  expect(await powerThen()).toBe(4000)
  expect(await send(5000)).toMatchObject({ reply: { accepted: 0, duplicates: 1 } })
  expect(await powerThen()).toBe(4000)
  expect(await send(5000, { correction: true })).toMatchObject({ reply: { accepted: 1, duplicates: 0, rejected: [] } })
  expect(await powerThen()).toBe(5000)
  const log = await world.client.call('GET /operations', { query: {} })
  expect(log.filter(({ action }) => action === 'ingest.correction')).toMatchObject([{ userName: loggerSerial }])
  await door.close()
})
