import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface WorkspaceFolder {
  /** From the root: `packages/ui`. */
  path: string
  /** Name in its package.json. */
  name: string
  /** Names of the workspace's packages that it uses. */
  uses: readonly string[]
}

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** The workspace's folders with a package.json, sorted by path. */
export function workspaceFolders(root: string): WorkspaceFolder[] {
  const candidates = [
    ...readdirSync(root).filter((name) => name.startsWith('mfe-') || name === 'shell' || name === 'e2e'),
    ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`),
  ]
  return candidates
    .filter((path) => existsSync(join(root, path, 'package.json')))
    .toSorted()
    .map((path) => {
      const manifest = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Manifest
      const all = { ...manifest.dependencies, ...manifest.devDependencies }
      const uses = Object.keys(all).filter((name) => all[name]?.startsWith('workspace:'))
      return { path, name: manifest.name, uses }
    })
}

/** The folders in `paths` and all folders that use them, directly or indirectly. */
export function withDependents(paths: readonly string[], folders: readonly WorkspaceFolder[]): string[] {
  const reached = new Set(folders.filter(({ path }) => paths.includes(path)).map(({ name }) => name))
  for (let before = -1; before !== reached.size;) {
    before = reached.size
    for (const { name, uses } of folders) if (uses.some((used) => reached.has(used))) reached.add(name)
  }
  return folders.filter(({ name }) => reached.has(name)).map(({ path }) => path)
}
