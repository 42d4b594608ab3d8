/** The entry for workers of a page: a worker may load no second script, so Temporal comes along here, too. */
export * from './node.ts'
