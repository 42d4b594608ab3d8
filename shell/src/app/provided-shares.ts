import type { ProvidedShares } from '@helioport/federation/host'

/** Modules that remotes take from the shell. The build fills them in: `provisionOf` in packages/federation/src/build. */
export const providedShares: ProvidedShares = {}
