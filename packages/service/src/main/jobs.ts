import { accountJobs } from '../account/jobs.ts'
import { alarmJobs } from '../alarm/jobs.ts'
import { auditJobs } from '../audit/jobs.ts'
import { commandJobs } from '../command/jobs.ts'
import { energyJobs } from '../energy/jobs.ts'
import { exportJobs } from '../export/jobs.ts'
import { fileStoreJobs } from '../file-store/jobs.ts'
import { fileImportJobs } from '../file-import/jobs.ts'
import { ingestJobs } from '../ingest/jobs.ts'
import { messageJobs } from '../message/jobs.ts'
import { mqttJobs } from '../mqtt/jobs.ts'
import { ownDataJobs } from '../own-data/jobs.ts'
import { pushJobs } from '../push/jobs.ts'
import { reportJobs } from '../report/jobs.ts'
import { requestJobs } from '../request/jobs.ts'
import { stationJobs } from '../station/jobs.ts'
import { statisticsJobs } from '../statistics/jobs.ts'
import { telemetryJobs } from '../telemetry/jobs.ts'
import { webhookJobs } from '../webhook/jobs.ts'
import type { Job } from '../base/job.ts'

/** All recurring jobs of the service; each has a lease in the table `job`. */
export const jobs: readonly Job[] = [
  ...accountJobs,
  ...alarmJobs,
  ...auditJobs,
  ...commandJobs,
  ...energyJobs,
  ...exportJobs,
  ...fileImportJobs,
  ...fileStoreJobs,
  ...ingestJobs,
  ...messageJobs,
  ...mqttJobs,
  ...ownDataJobs,
  ...pushJobs,
  ...reportJobs,
  ...requestJobs,
  ...stationJobs,
  ...statisticsJobs,
  ...telemetryJobs,
  ...webhookJobs,
]
