import type { Job } from '../base/job.ts'
import { keepDueFigures } from './figures/keep-figures.ts'
import { forgetRequestKeys } from './once.ts'
import { tellShares } from './share/share-mail.ts'

export const stationJobs: readonly Job[] = [
  { name: 'keep figures', everyMs: 2_000, run: keepDueFigures },
  { name: 'share mails', everyMs: 2_000, run: tellShares },
  { name: 'request-keys', everyMs: 3_600_000, run: forgetRequestKeys },
]
