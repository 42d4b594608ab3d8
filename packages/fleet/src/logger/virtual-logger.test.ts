import { gunzipSync } from 'node:zlib'
import type { DeviceFrame, IngestBatch } from '@helioport/contract/ingest'
import { createPlant } from '../device/plant.ts'
import { tickMs } from '../time/tick.ts'
import { freiburg } from '../world/germany.ts'
import { copyState } from './batch.ts'
import type { Delivery, IngestDoor } from '@helioport/gateway/ingest-door'
import { createLogger, type LoggerMemory } from './virtual-logger.ts'

const noon = Date.UTC(2026, 5, 21, 11)
const plant = () => createPlant(freiburg(1), 1)

/** A service that can be unavailable; it stores the bodies that it receives. */
function door() {
  const bodies: Uint8Array[] = []
  const state = { away: false }
  const self: IngestDoor = {
    deliver(_, _serial, body): Promise<Delivery> {
      if (state.away) return Promise.resolve({ kind: 'unavailable', reason: 'ECONNREFUSED' })
      bodies.push(body)
      return Promise.resolve({
        kind: 'accepted',
        reply: { accepted: 1, duplicates: 0, rejected: [], serverTime: 0 },
      })
    },
  }
  const batches = () => bodies.map((body) => JSON.parse(gunzipSync(body).toString()) as IngestBatch)
  return { self, state, bodies, batches }
}

function logger(now: { at: number }, target: IngestDoor, memory: LoggerMemory) {
  let saves = 0
  const made = createLogger({
    plant: plant(),
    memory,
    door: target,
    now: () => now.at,
    startedAt: noon,
    save: () => saves++,
    report: () => undefined,
    maxBatchRows: 12,
  })
  return { ...made, saves: () => saves }
}

const memoryAt = (at: number): LoggerMemory => ({
  serial: 'DL0001-0000010',
  key: 'k',
  seq: 0,
  state: plant().stateAt(at),
})
const times = (batch: IngestBatch) => [...new Set(batch.devices.map((frame: DeviceFrame) => frame.at))]

test('the same seed and clock give the same bytes', async () => {
  const run = async () => {
    const target = door()
    const now = { at: noon }
    const { upload } = logger(now, target.self, memoryAt(noon))
    for (let i = 1; i <= 6; i++) {
      now.at = noon + i * tickMs + 3000
      await upload()
    }
    return target.bodies.map((body) => Buffer.from(body).toString('base64'))
  }
  const first = await run()
  expect(first).toHaveLength(6)
  expect(await run()).toEqual(first)
})

test('sends one upload per tick with seq, logger time and uptime', async () => {
  const target = door()
  const now = { at: noon + tickMs + 4000 }
  const { upload } = logger(now, target.self, memoryAt(noon))
  expect(await upload()).toBe(true)
  now.at += tickMs
  expect(await upload()).toBe(true)
  const [first, second] = target.batches()
  expect(first).toMatchObject({ seq: 0, loggerTime: noon + tickMs + 4000, uptimeS: 304 })
  expect(second).toMatchObject({ seq: 1 })
  expect(first && times(first)).toEqual([noon + tickMs])
  expect(second && times(second)).toEqual([noon + 2 * tickMs])
})

test('after an outage sends the live frame first, then the backlog, oldest first, without gaps', async () => {
  const target = door()
  const now = { at: noon + tickMs }
  const memory = memoryAt(noon)
  const { upload } = logger(now, target.self, memory)
  await upload()
  target.state.away = true
  for (let i = 2; i <= 20; i++) {
    now.at = noon + i * tickMs
    expect(await upload()).toBe(false)
  }
  expect(memory.state.at).toBe(noon + tickMs)
  target.state.away = false
  now.at = noon + 21 * tickMs
  expect(await upload()).toBe(true)
  const order = target.batches().flatMap(times)
  expect(order.slice(0, 3)).toEqual([noon + tickMs, noon + 21 * tickMs, noon + 2 * tickMs])
  expect(order.slice(2)).toEqual(order.slice(2).sort((a, b) => a - b))
  expect(new Set(order).size).toBe(21)
  expect(order).toHaveLength(21)
  expect(memory.state.at).toBe(noon + 21 * tickMs)
})

test('counters after an outage equal those without one', async () => {
  const counters = async (awayAt: readonly number[]) => {
    const target = door()
    const now = { at: noon }
    const memory = memoryAt(noon)
    const { upload } = logger(now, target.self, memory)
    for (let i = 1; i <= 12; i++) {
      now.at = noon + i * tickMs
      target.state.away = awayAt.includes(i)
      await upload()
    }
    return memory.state
  }
  expect(await counters([3, 4, 5, 8])).toEqual(await counters([]))
})

test('a restart from saved memory continues after the last acknowledged tick', async () => {
  const target = door()
  const now = { at: noon + 2 * tickMs }
  const memory = memoryAt(noon)
  await logger(now, target.self, memory).upload()
  const saved: LoggerMemory = { ...memory, state: copyState(memory.state) }
  now.at = noon + 5 * tickMs
  await logger(now, target.self, saved).upload()
  expect(new Set(target.batches().flatMap(times)).size).toBe(5)
  expect(saved.state.at).toBe(now.at)
})
