import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ReleaseProvides } from '@helioport/contract/release'
import type { Compilation } from '@rspack/core'
import { type Provision, withheldExports } from './shared-modules.ts'
import { sharedMessages } from './shared-messages.ts'

/** Access names of the contract in the workspace. */
async function accessNamesOf(root: string): Promise<string[]> {
  const file = join(root, 'packages/contract/src/remote.ts')
  const { accessNames } = (await import(pathToFileURL(file).href)) as { accessNames: readonly string[] }
  return [...accessNames]
}

/** What the shell provides (by its module `file`): shared modules with version and exports, text keys, access names. */
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
    // The exports of some modules (CommonJS without static exports) are unknown.
    const given = Array.isArray(names) ? names.filter((name) => !withheldExports[share.name]?.includes(name)) : ['*']
    provided[share.name] = { version: share.version, exports: given.toSorted() }
  }
  const missing = [...requests.values()].filter(({ name }) => provided[name] === undefined)
  if (missing.length > 0) throw new Error(`the shell does not provide ${missing.map(({ name }) => name).join(', ')}`)
  return { shares: provided, messages: await sharedMessages(root), access: await accessNamesOf(root) }
}
