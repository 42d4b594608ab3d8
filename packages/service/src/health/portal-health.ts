import { healthParts, type PartHealth } from '@helioport/contract'
import type { Service, Settings } from '../base/service.ts'
import { lookAtDatabase, lookAtDisk, lookAtSending, lookAtWork } from './database-parts.ts'
import { lookAtBackups, lookAtBroker, lookAtCertificates, lookAtReleases } from './outer-parts.ts'
import { found } from './part.ts'

/** Cache time: pages and Prometheus that ask at the same time share one result. */
const keepMs = 10_000

const looks = new WeakMap<Settings, { at: number; parts: Promise<PartHealth[]> }>()

/** Health of every part in the order of the page, at most 10 s old. */
export function portalHealth(service: Service): Promise<PartHealth[]> {
  const last = looks.get(service.settings)
  if (last && performance.now() - last.at < keepMs) return last.parts
  const parts = lookAtAll(service)
  looks.set(service.settings, { at: performance.now(), parts })
  return parts
}

async function lookAtAll(service: Service): Promise<PartHealth[]> {
  const all = await Promise.all([
    lookAtDatabase(service).catch(() => [found('database.slow', { ms: 0 })]),
    lookAtWork(service).catch(() => []),
    lookAtSending(service).catch(() => []),
    lookAtDisk(service),
    lookAtReleases(service),
    lookAtBackups(service),
    lookAtCertificates(service),
  ])
  const order = new Map(healthParts.map((part, nth) => [part, nth]))
  return [...all.flat(), lookAtBroker(service)].toSorted((a, b) => (order.get(a.part) ?? 0) - (order.get(b.part) ?? 0))
}
