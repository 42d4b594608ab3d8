import type { Service } from './service.ts'

/**
 * Background work. A run must be safe to interrupt and to repeat: what is left to do is in the database, never in the
 * memory of a process.
 */
export interface Job {
  name: string
  everyMs: number
  run: (service: Service) => Promise<void>
  /** A run may take minutes: other jobs do not wait for it. */
  slow?: true
}
