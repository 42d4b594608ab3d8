import type { PlantState } from '../device/plant.ts'
import { tickMs } from '../time/tick.ts'
import type { Envelope } from '../logger/batch.ts'
import type { IngestDoor } from '@helioport/gateway/ingest-door'
import { explain } from '../logger/virtual-logger.ts'
import { backOffMs } from '../time/back-off.ts'
import type { HistoryBatch, HistoryOrder } from './messages.ts'

export interface FillTarget {
  plantKey: string
  key: string
  serial: string
  door: IngestDoor
  /** Last acknowledged state; advanced by `acknowledge`. */
  state: () => PlantState
  envelope: () => Envelope
  acknowledge: (state: PlantState) => void
}

export interface FillSettings {
  make: (order: Omit<HistoryOrder, 'id'>) => Promise<HistoryBatch>
  wait: (ms: number) => Promise<void>
  report: (text: string) => void
  until: number
  maxRows: number
  /** Number of plants sent concurrently. */
  parallel: number
  progress: (done: { samples: number; share: number }) => void
}

/**
 * Sends the missing samples of all plants up to `until`, in time order per plant. While one batch is sent, the next one
 * is computed. Waits while the service is unavailable. Returns the number of samples sent. Throws if a logger's key is
 * refused, since nothing can be delivered then.
 */
export async function fillHistory(targets: readonly FillTarget[], settings: FillSettings): Promise<number> {
  let samples = 0
  const missing = (t: FillTarget) => Math.max(0, settings.until - t.state().at)
  const total = targets.reduce((sum, t) => sum + missing(t), 0)
  const report = () => {
    const left = targets.reduce((sum, t) => sum + missing(t), 0)
    settings.progress({ samples, share: total > 0 ? 1 - left / total : 1 })
  }

  async function fillOne(target: FillTarget): Promise<void> {
    const order = (state: PlantState) => {
      if (state.at + tickMs > settings.until) return undefined
      const { plantKey } = target
      const made = settings.make({
        plantKey,
        state,
        until: settings.until,
        maxRows: settings.maxRows,
        envelope: target.envelope(),
      })
      // Awaited one batch later: a failure until then must not count as an unhandled rejection.
      made.catch(() => undefined)
      return made
    }
    for (let next = order(target.state()); next;) {
      const batch: HistoryBatch = await next
      next = order(batch.state)
      if (batch.rows > 0) await deliver(target, batch)
      samples += batch.rows
      target.acknowledge(batch.state)
      report()
    }
  }

  async function deliver(target: FillTarget, batch: HistoryBatch): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const delivery = await target.door.deliver(target.key, target.serial, batch.body)
      if (delivery.kind !== 'unavailable' || attempt === 0) explain(delivery, target.serial, settings.report)
      if (delivery.kind === 'accepted') return
      if (delivery.kind === 'refused') {
        throw new Error(`the service refuses logger ${target.serial}: HTTP ${delivery.status} ${delivery.errorCode}`)
      }
      await settings.wait(backOffMs(batch.id, attempt, 15_000))
    }
  }

  const queue = [...targets]
  const lane = async () => {
    for (let target = queue.shift(); target; target = queue.shift()) await fillOne(target)
  }
  await Promise.all(Array.from({ length: Math.max(1, settings.parallel) }, lane))
  return samples
}
