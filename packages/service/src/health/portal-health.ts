import { healthParts, type PartHealth } from '@helioport/contract'
import type { Service, Settings } from '../base/service.ts'
import { checkDatabase, checkDisk, checkSending, checkWork } from './database-parts.ts'
import { checkBackups, checkBroker, checkCertificates, checkFiles, checkReleases } from './outer-parts.ts'
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

async function checkStorage(service: Service): Promise<PartHealth> {
  const disk = await checkDisk(service)
  return checkFiles(service, disk).catch(() => disk)
}

async function lookAtAll(service: Service): Promise<PartHealth[]> {
  const all = await Promise.all([
    checkDatabase(service).catch(() => [found('database.slow', { ms: 0 })]),
    checkWork(service).catch(() => []),
    checkSending(service).catch(() => []),
    checkStorage(service),
    checkReleases(service),
    checkBackups(service),
    checkCertificates(service),
  ])
  const order = new Map(healthParts.map((part, nth) => [part, nth]))
  return [...all.flat(), checkBroker(service)].toSorted((a, b) => (order.get(a.part) ?? 0) - (order.get(b.part) ?? 0))
}
