import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ReleaseProvides } from '@helioport/contract/release'
import type { Compilation } from '@rspack/core'
import { sharedMessages } from './shared-messages.ts'

/** Access names of a workspace's contract. */
async function accessNamesOf(root: string): Promise<string[]> {
  const file = join(root, 'packages/contract/src/remote.ts')
  const { accessNames } = (await import(pathToFileURL(file).href)) as { accessNames: readonly string[] }
  return [...accessNames]
}

/** What the shell's build gives to remotes: each shared module with its version and exports, texts, access names. */
export async function providesOf(
  compilation: Compilation,
  root: string,
  shares: readonly string[],
): Promise<ReleaseProvides> {
  const { moduleGraph, modules } = compilation
  const provided: ReleaseProvides['shares'] = {}
  for (const module of modules) {
    if (module.type !== 'provide-module') continue
    const [, name = '', version = ''] = / (\S+)@(\d\S*) = /.exec(module.identifier()) ?? []
    if (!shares.includes(name)) continue
    const origins = moduleGraph.getOutgoingConnections(module).flatMap((connection) => connection.module ?? [])
    const exports = origins.map((origin) => moduleGraph.getProvidedExports(origin))
    const known = exports.flatMap((names) => (Array.isArray(names) ? names : []))
    // A module of another kind (CommonJS that says nothing of itself) cannot be held to its names.
    provided[name] = { version, exports: exports.every(Array.isArray) ? known.sort() : ['*'] }
  }
  return { shares: provided, messages: await sharedMessages(root), access: await accessNamesOf(root) }
}
