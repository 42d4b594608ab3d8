import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ReleaseProvides } from '@helioport/contract/release'
import type { Compilation } from '@rspack/core'
import type { Provision } from './shared-modules.ts'
import { sharedMessages } from './shared-messages.ts'

/** Access names of a workspace's contract. */
async function accessNamesOf(root: string): Promise<string[]> {
  const file = join(root, 'packages/contract/src/remote.ts')
  const { accessNames } = (await import(pathToFileURL(file).href)) as { accessNames: readonly string[] }
  return [...accessNames]
}

/** What the shell's build (its folder's provision, `file`) gives to remotes: each shared module with its version and exports, texts, access names. */
export async function providesOf(
  compilation: Compilation,
  root: string,
  file: string,
  requests: Provision['requests'],
): Promise<ReleaseProvides> {
  const { moduleGraph, modules } = compilation
  const provision = [...modules].find((module) => module.nameForCondition() === file)
  if (provision === undefined) throw new Error(`the shell does not use ${file}`)
  const provided: ReleaseProvides['shares'] = {}
  for (const { dependency, module } of moduleGraph.getOutgoingConnections(provision)) {
    const share = requests.get(dependency.request ?? '')
    if (share === undefined || module === null) continue
    const names = moduleGraph.getProvidedExports(module)
    // A module of another kind (CommonJS that says nothing of itself) cannot be held to its names.
    provided[share.name] = { version: share.version, exports: Array.isArray(names) ? names.toSorted() : ['*'] }
  }
  const missing = [...requests.values()].filter(({ name }) => provided[name] === undefined)
  if (missing.length > 0) throw new Error(`the shell does not provide ${missing.map(({ name }) => name).join(', ')}`)
  return { shares: provided, messages: await sharedMessages(root), access: await accessNamesOf(root) }
}
