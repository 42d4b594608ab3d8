import { takeTurn } from '../queries/job.ts'
import type { Service } from '../service.ts'
import { type Job, jobs } from './jobs.ts'

const tickMs = 1_000

/** Runs every job that is due, one after the other. `failed` hears of errors: one job never keeps the others from running. */
export async function runJobs(
  service: Service,
  failed: (job: Job, error: unknown) => void,
  list: readonly Job[] = jobs,
): Promise<void> {
  for (const job of list) {
    try {
      if (await takeTurn(service.db, job.name, service.now(), job.everyMs)) await job.run(service)
    } catch (error) {
      failed(job, error)
    }
  }
}

/** Looks every second for jobs that are due. `stop` waits for the one that runs. */
export function startJobs(service: Service, failed: (job: Job, error: unknown) => void): { stop: () => Promise<void> } {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= runJobs(service, failed).finally(() => (running = null))
  }, tickMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
