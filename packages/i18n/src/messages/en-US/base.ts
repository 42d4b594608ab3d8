import { common } from './common.ts'
import { error } from './error.ts'
import { status } from './status.ts'

/** What every page needs, as one chunk. */
export const base = { common, error, status }
