import type { Job } from '../base/job.ts'
import { keepDueFigures } from './figures/keep-figures.ts'
import { mailShares } from './share/share-mail.ts'

export const stationJobs: readonly Job[] = [
  { name: 'keep figures', everyMs: 2_000, run: keepDueFigures },
  { name: 'share mails', everyMs: 2_000, run: mailShares },
]
