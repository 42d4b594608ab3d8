import type { Job } from '../base/job.ts'
import { settleCommands } from './queue.ts'

export const commandJobs: readonly Job[] = [{ name: 'commands', everyMs: 1_000, run: settleCommands }]
