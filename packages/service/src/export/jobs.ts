import type { Job } from '../base/job.ts'
import { runExportTasks } from './task.ts'

export const exportJobs: readonly Job[] = [{ name: 'export-tasks', everyMs: 1_000, run: runExportTasks, slow: true }]
