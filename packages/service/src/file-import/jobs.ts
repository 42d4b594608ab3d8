import type { Job } from '../base/job.ts'
import { takeOutImports } from './undo-import.ts'

export const fileImportJobs: readonly Job[] = [
  { name: 'undo-imports', everyMs: 2000, run: (service) => takeOutImports(service), slow: true },
]
