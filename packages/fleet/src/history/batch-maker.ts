import { Worker } from 'node:worker_threads'
import type { Plant } from '../device/plant.ts'
import { copyState, encodeBatch, readingsUpTo } from '../logger/batch.ts'
import type { HistoryBatch, HistoryOrder, HistoryWorld } from './messages.ts'

export interface BatchMaker {
  make: (order: Omit<HistoryOrder, 'id'>) => Promise<HistoryBatch>
  close: () => Promise<void>
}

/** Wraps a worker thread. Rejects all open orders if the worker fails. */
export function batchMaker(world: HistoryWorld): BatchMaker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: world })
  const open = new Map<number, { resolve: (batch: HistoryBatch) => void; reject: (error: Error) => void }>()
  let nextId = 0
  worker.on('message', (batch: HistoryBatch) => {
    open.get(batch.id)?.resolve(batch)
    open.delete(batch.id)
  })
  worker.on('error', (error) => {
    for (const { reject } of open.values()) reject(error as Error)
    open.clear()
  })
  return {
    make: (order) =>
      new Promise((resolve, reject) => {
        const id = nextId++
        open.set(id, { resolve, reject })
        worker.postMessage({ ...order, id } satisfies HistoryOrder, [])
      }),
    close: async () => {
      await worker.terminate()
    },
  }
}

/** The same in this thread, for plants that cannot be sent to a worker as a message. */
export function makeHere(plants: ReadonlyMap<string, Plant>): BatchMaker {
  return {
    make: async ({ plantKey, state, until, maxRows, envelope }) => {
      const plant = plants.get(plantKey)
      if (!plant) throw new RangeError(`no plant ${plantKey}`)
      const own = copyState(state)
      const encoded = encodeBatch(envelope, readingsUpTo(plant, own, until, maxRows))
      return { id: 0, ...encoded, state: own }
    },
    close: async () => {},
  }
}
