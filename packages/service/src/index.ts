export { type RunningService, startService } from './main/start.ts'
export { readEnvironment } from './main/settings.ts'
export { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded/embedded-postgres.ts'
export { EmbeddedError, type EmbeddedErrorCode } from './database/embedded/embedded-error.ts'
