import { findResting, takeTurn } from '../database/turn.ts'
import type { Service } from '../base/service.ts'
import type { Job } from '../base/job.ts'
import { jobs } from './jobs.ts'

const tickMs = 1_000

/** Runs every due job in turn. Errors go to `failed` and do not stop the other jobs. */
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
 * The jobs to start now, found by a single query: one query per job every second kept pages waiting for a connection.
 * If the query fails, all jobs are returned, and each reports its own error.
 */
export async function dueJobs(service: Service, list: readonly Job[] = jobs): Promise<readonly Job[]> {
  const resting = await findResting(service.db.read, service.now()).catch(() => new Set<string>())
  return list.filter(({ name }) => !resting.has(name))
}

/** Checks every second for due jobs. `stop` waits for running jobs. */
export function startJobs(service: Service, failed: (job: Job, error: unknown) => void): { stop: () => Promise<void> } {
  const running = new Map<string, Promise<void>>()
  let isOver = false
  let looking: Promise<void> | null = null
  async function look(): Promise<void> {
    const due = await dueJobs(service)
    if (isOver) return
    // Concurrent: a slow mail server delays no other job.
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
