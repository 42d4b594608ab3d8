export { type RunningService, startService } from './main/start.ts'
export { readEnvironment } from './main/settings.ts'
