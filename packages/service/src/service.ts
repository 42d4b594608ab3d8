import type { Database } from './database/database.ts'

/** What every rule is given: the database and the clock. */
export interface Service {
  db: Database
  /** Epoch ms; passed in, so that a test sets it. */
  now: () => number
}
