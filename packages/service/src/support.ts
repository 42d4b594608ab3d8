/** What a command takes that tells of a portal from outside: sizes, and texts without secrets. */
export { secretsOf, scrubber } from './base/scrub.ts'
export { findTableSizes } from './database/dump/sizes.ts'
export { tryBroker } from './ingest/try-broker.ts'
export { logTails } from './health/log-tails.ts'
