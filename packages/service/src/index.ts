export { type RunningService, startService } from './start.ts'
export { EmbeddedError, type EmbeddedErrorCode } from './database/embedded-error.ts'
