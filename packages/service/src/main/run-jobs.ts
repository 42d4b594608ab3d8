import { findResting, takeTurn } from '../database/turn.ts'
import type { Service } from '../base/service.ts'
import type { Job } from '../base/job.ts'
import { jobs } from './jobs.ts'

const tickMs = 1_000

/** Runs every job that is due, one after the other. `failed` hears of errors: one job never keeps the others from running. */
export async function runJobs(
  service: Service,
  failed: (job: Job, error: unknown) => void,
  list: readonly Job[] = jobs,
): Promise<void> {
  for (const job of list) {
    try {
      if (await service.db.transaction((tx) => takeTurn(tx, job.name, service.now(), job.everyMs)))
        await job.run(service)
    } catch (error) {
      failed(job, error)
    }
  }
}

/**
 * Which of these to start now. They are looked up by one question: each for itself, all at once, every second, they kept
 * pages waiting for a connection. Where nobody answers, each tries and says so.
 */
export async function dueJobs(service: Service, list: readonly Job[] = jobs): Promise<readonly Job[]> {
  const resting = await findResting(service.db.read, service.now()).catch(() => new Set<string>())
  return list.filter(({ name }) => !resting.has(name))
}

/** Looks every second for jobs that are due. `stop` waits for those that run. */
export function startJobs(service: Service, failed: (job: Job, error: unknown) => void): { stop: () => Promise<void> } {
  const running = new Map<string, Promise<void>>()
  let isOver = false
  let looking: Promise<void> | null = null
  async function look(): Promise<void> {
    const due = await dueJobs(service)
    if (isOver) return
    // Each on its own: a mail server that takes its time holds up nothing else.
    for (const job of due.filter(({ name }) => !running.has(name))) {
      running.set(
        job.name,
        runJobs(service, failed, [job]).finally(() => running.delete(job.name)),
      )
    }
  }
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = null))
  }, tickMs)
  return {
    stop: async () => {
      isOver = true
      clearInterval(timer)
      await looking
      await Promise.all(running.values())
    },
  }
}
