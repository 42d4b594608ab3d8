import type { PartHealth } from '@helioport/contract'
import type { Service } from '../base/service.ts'
import { freeBytes } from '../base/storage.ts'
import { findDatabase, findLatestJob, findQueues, findSendings, type Sending } from './queries/health.ts'
import { found } from './part.ts'

/** A simple query normally takes 1 to 2 ms. */
const slowMs = 250
/** Largest clock difference at which codes and tokens stay reliable. */
const clocksMayDifferMs = 2_000
const lateS = 300
const stuckS = 3_600
/** Lateness of a due job: instances look for due jobs every second. */
const jobsLateS = 120
const dayMs = 86_400_000

/** Response time, size and clock of the database, and whether a replica follows. */
export async function checkDatabase({ db, now: clock }: Service): Promise<PartHealth[]> {
  const startedAt = performance.now()
  const before = clock()
  const { now, bytes, standbys } = await findDatabase(db.read)
  const ms = Math.round(performance.now() - startedAt)
  const after = clock()
  const offsetMs = Math.round(now < before ? now - before : Math.max(0, now - after))
  const { used, waiting } = db.connections()
  const figures = { ms, bytes, used, waiting, standbys }
  const lag = db.replica?.lagMs() ?? null
  return [
    found(databaseCause(ms, waiting), figures),
    !db.replica
      ? found('replica.none', { standbys })
      : lag === null
        ? found('replica.behind', { standbys })
        : found('replica.follows', { lagMs: Math.round(lag), standbys }),
    found(Math.abs(offsetMs) > clocksMayDifferMs ? 'clock.off' : 'clock.fine', { offsetMs }),
  ]
}

export const databaseCause = (ms: number, waiting: number) =>
  ms > slowMs ? 'database.slow' : waiting > 0 ? 'database.waiting' : 'database.fine'

export async function checkDisk(service: Service): Promise<PartHealth> {
  const free = await freeBytes(service)
  if (free === null) return found('disk.elsewhere')
  const keep = service.settings.storage?.keepFreeBytes ?? 0
  const figures = { freeBytes: free, keepBytes: keep }
  if (free < keep) return found('disk.full', figures)
  return found(free < 4 * keep ? 'disk.low' : 'disk.fine', figures)
}

export async function checkWork(service: Service): Promise<PartHealth[]> {
  const now = service.now()
  const [queues, lateJobS] = [await findQueues(service.db.read, now), await findLatestJob(service.db.read, now)]
  const oldestS = Math.round(Math.max(0, ...queues.map((queue) => queue.oldest_s)))
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0)
  const figures = { waiting, oldestS, ...Object.fromEntries(queues.map((queue) => [queue.name, queue.waiting])) }
  const jobs = { lateS: Math.round(lateJobS) }
  return [
    found(oldestS > stuckS ? 'queues.stuck' : oldestS > lateS ? 'queues.late' : 'queues.fine', figures),
    found(lateJobS > jobsLateS ? 'jobs.late' : 'jobs.fine', jobs),
  ]
}

/** Messages of the last day: undeliverable ones are reported, even if they are still retried. */
export async function checkSending(service: Service): Promise<PartHealth[]> {
  const sendings = await findSendings(service.db.read, service.now() - dayMs)
  return (['mail', 'sms'] as const).map((channel) => {
    const none: Sending = { channel, sent: 0, failed: 0, delayed: 0 }
    const { sent, failed, delayed } = sendings.find((own) => own.channel === channel) ?? none
    const figures = { sent, failed, delayed }
    if (service.courier.kept?.includes(channel)) return found(`${channel}.kept`, figures)
    return found(failed > 0 || delayed > sent ? `${channel}.failing` : `${channel}.fine`, figures)
  })
}
