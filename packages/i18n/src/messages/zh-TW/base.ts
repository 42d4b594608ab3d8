import { common } from './common.ts'
import { error } from './error.ts'
import { status } from './status.ts'

/** Shared texts of every page, as one chunk. */
export const base = { common, error, status }
