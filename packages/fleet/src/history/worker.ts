import { parentPort, workerData } from 'node:worker_threads'
import { createPlant, type Plant } from '../device/plant.ts'
import { encodeBatch, readingsUpTo } from '../logger/batch.ts'
import { world } from '../world/world.ts'
import type { HistoryBatch, HistoryOrder, HistoryWorld } from './messages.ts'

/** Works out batches beside the main thread, which sends them meanwhile. */
const { seed, beganAt } = workerData as HistoryWorld
const plants = new Map<string, Plant>(world(seed, beganAt).map((spec) => [spec.key, createPlant(spec, seed)]))

parentPort?.on('message', (order: HistoryOrder) => {
  const plant = plants.get(order.plantKey)
  if (!plant) throw new RangeError(`no plant ${order.plantKey}`)
  const readings = readingsUpTo(plant, order.state, order.until, order.maxRows)
  const encoded = encodeBatch(order.envelope, readings)
  const batch: HistoryBatch = { id: order.id, ...encoded, state: order.state }
  parentPort?.postMessage(batch, [])
})
