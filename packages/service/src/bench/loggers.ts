import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { binMs, frameAt, sensorAt } from './frames.ts'
import type { BenchPlant } from './plants.ts'

/** What a thread of loggers sends: stretches of the day [from, to), as fast as it is taken or paced. */
export interface Sending {
  url: string
  plants: BenchPlant[]
  from: number
  to: number
  /** Of one batch. */
  stretchMs: number
  /** From the first batch of a stretch to the first of the next one; 0: as fast as they are taken. */
  everyMs: number
}

/** Sends in a thread of its own; resolves with the number of rows when all were acknowledged. */
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

async function sendAll({ url, plants, from, to, stretchMs, everyMs }: Sending): Promise<void> {
  let rows = 0
  const begun = performance.now()
  for (let start = from, turn = 0; start < to; start += stretchMs, turn += 1) {
    for (const [nth, plant] of plants.entries()) {
      const due = begun + everyMs * (turn + nth / plants.length)
      if (everyMs > 0 && due > performance.now()) await wait(due - performance.now())
      const frames = batchOf(plant, start, start + stretchMs)
      await send(url, plant, frames)
      rows += frames.devices.length
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      parentPort?.postMessage(rows)
    }
  }
}

async function send(url: string, { logger }: BenchPlant, frames: ReturnType<typeof batchOf>): Promise<void> {
  const body = { logger: logger.serial, seq: frames.devices[0]?.at ?? 0, loggerTime: Date.now(), uptimeS: 1, ...frames }
  const response = await fetch(`${url}/api/ingest/v1/frames`, {
    method: 'POST',
    headers: {
      authorization: `Logger ${logger.key}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    body: gzipSync(JSON.stringify(body), { level: 1 }),
  })
  const reply = (await response.json()) as { data?: { accepted: number } }
  if (reply.data?.accepted !== frames.devices.length + frames.sensors.length) {
    throw new Error(JSON.stringify(reply).slice(0, 500))
  }
}

if (!isMainThread) await sendAll(workerData as Sending)
