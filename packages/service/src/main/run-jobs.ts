import { takeTurn } from '../database/turn.ts'
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

/** Looks every second for jobs that are due. `stop` waits for those that run. */
export function startJobs(service: Service, failed: (job: Job, error: unknown) => void): { stop: () => Promise<void> } {
  const running = new Map<string, Promise<void>>()
  // Each on its own: a mail server that takes its time holds up nothing else.
  const timer = setInterval(() => {
    for (const job of jobs.filter(({ name }) => !running.has(name))) {
      running.set(
        job.name,
        runJobs(service, failed, [job]).finally(() => running.delete(job.name)),
      )
    }
  }, tickMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
