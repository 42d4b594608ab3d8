/**
 * Version of pnpm for a remote's lockfile: here, in its CI and in `upgrade`. Exact, so that npx downloads it only once.
 */
export const pnpm = 'pnpm@12.21.0'
