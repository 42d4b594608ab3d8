/** Makes the lockfile of a remote, and reads it: here, in its CI and in `upgrade`. Exact, so that it is fetched once. */
export const pnpm = 'pnpm@12.21.0'
