import { parentPort, workerData } from 'node:worker_threads'
import { encodeBatch, readingsUpTo } from '../logger/batch.ts'
import { switchedWorld } from '../switchboard/switched-world.ts'
import type { HistoryBatch, HistoryOrder, HistoryWorld } from './messages.ts'

/** Computes batches in a worker thread while the main thread sends. */
const { plants } = switchedWorld(workerData as HistoryWorld)

parentPort?.on('message', (order: HistoryOrder) => {
  const plant = plants.get(order.plantKey)
  if (!plant) throw new RangeError(`no plant ${order.plantKey}`)
  const readings = readingsUpTo(plant, order.state, order.until, order.maxRows)
  const encoded = encodeBatch(order.envelope, readings)
  const batch: HistoryBatch = { id: order.id, ...encoded, state: order.state }
  parentPort?.postMessage(batch, [])
})
