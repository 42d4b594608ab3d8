import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { binMs, frameAt, sensorAt } from './frames.ts'
import { type BenchPlant, fetchWhileBusy } from './plants.ts'

/** What a thread of loggers sends: [from, to) in stretches, at a given pace. */
export interface Sending {
  url: string
  plants: BenchPlant[]
  from: number
  to: number
  /** Time span of one batch. */
  stretchMs: number
  /** Real time from the first batch of a stretch to the first batch of the next. */
  everyMs: number
}

/** Sends in a separate thread; resolves with the number of rows when all have been acknowledged. */
export function sendInThread(sending: Sending): { done: Promise<number>; stop: () => Promise<unknown> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: sending })
  const done = new Promise<number>((resolve, reject) => {
    let rows = 0
    worker.on('message', (count: number) => (rows = count))
    worker.on('error', reject)
    worker.on('exit', () => resolve(rows))
  })
  return { done, stop: () => worker.terminate() }
}

export function batchOf(plant: BenchPlant, from: number, to: number) {
  const ats = Array.from({ length: Math.round((to - from) / binMs) }, (_, bin) => from + bin * binMs)
  return {
    devices: plant.devices.flatMap(({ serial }, nth) => ats.map((at) => frameAt(serial, nth, at))),
    sensors: ats.map(sensorAt),
  }
}

/** An encoded batch, ready to send. */
export interface EncodedBatch {
  key: string
  body: Uint8Array<ArrayBuffer>
  devices: number
  rows: number
}

export const encodedBatch = (plant: BenchPlant, from: number, to: number): EncodedBatch =>
  encoded(plant.logger, from, batchOf(plant, from, to))

export function encoded(logger: BenchPlant['logger'], seq: number, frames: ReturnType<typeof batchOf>): EncodedBatch {
  const body = { logger: logger.serial, seq, loggerTime: Date.now(), uptimeS: 1, ...frames }
  const { length } = frames.devices
  const packed = gzipSync(JSON.stringify(body), { level: 1 })
  return { key: logger.key, body: packed, devices: length, rows: length + frames.sensors.length }
}

/** Resolves when every row has been acknowledged. */
export async function deliver(url: string, { key, body, rows }: EncodedBatch): Promise<void> {
  const response = await fetchWhileBusy(`${url}/api/ingest/v1/frames`, {
    method: 'POST',
    headers: { authorization: `Logger ${key}`, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body,
  })
  const reply = (await response.json()) as { data?: { accepted: number } }
  if (reply.data?.accepted !== rows) throw new Error(JSON.stringify(reply).slice(0, 500))
}

async function sendAll({ url, plants, from, to, stretchMs, everyMs }: Sending): Promise<void> {
  let rows = 0
  const begun = performance.now()
  for (let start = from, turn = 0; start < to; start += stretchMs, turn += 1) {
    for (const [nth, plant] of plants.entries()) {
      const due = begun + everyMs * (turn + nth / plants.length)
      if (due > performance.now()) await wait(due - performance.now())
      const batch = encodedBatch(plant, start, start + stretchMs)
      await deliver(url, batch)
      rows += batch.devices
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      parentPort?.postMessage(rows)
    }
  }
}

if (!isMainThread) await sendAll(workerData as Sending)
