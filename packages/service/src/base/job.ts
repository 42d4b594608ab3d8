import type { Service } from './service.ts'

/**
 * Work that nobody waits for. Each run must be safe to be cut short and to be run again: the rows say what is left
 * to do, not the memory of a process.
 */
export interface Job {
  name: string
  everyMs: number
  run: (service: Service) => Promise<void>
  /** It may take minutes: it runs beside the others, which do not wait for it. */
  slow?: true
}
