import type { Job } from '../base/job.ts'
import { forgetOldMessages } from './messages.ts'

export const mqttJobs: readonly Job[] = [{ name: 'mqtt-messages', everyMs: 60_000, run: forgetOldMessages }]
