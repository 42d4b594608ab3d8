import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

type Versions = Record<string, string>

interface Lockfile {
  importers: Record<
    string,
    { dependencies?: Record<string, { version: string }>; devDependencies?: Record<string, { version: string }> }
  >
  snapshots: Record<string, { dependencies?: Versions; optionalDependencies?: Versions }>
}

export function readLockfile(root: string): Lockfile {
  return parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')) as Lockfile
}

/**
 * Lockfile keys (`name@version(peers)`) of the given packages and their dependencies, sorted. `packages`: workspace
 * folder -> imported names. A name that the folder does not declare is left out: the build itself fails on it.
 */
export function lockedPackages(lockfile: Lockfile, packages: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const keys = new Set<string>()
  const waiting: string[] = []
  for (const [folder, names] of packages) {
    const importer = lockfile.importers[folder]
    for (const name of names) {
      const entry = importer?.dependencies?.[name] ?? importer?.devDependencies?.[name]
      if (entry !== undefined) waiting.push(`${name}@${entry.version}`)
    }
  }
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const snapshot = lockfile.snapshots[key]
    if (keys.has(key) || snapshot === undefined) continue
    keys.add(key)
    for (const [name, version] of Object.entries({ ...snapshot.dependencies, ...snapshot.optionalDependencies })) {
      // An alias is locked as its full key.
      waiting.push(lockfile.snapshots[version] === undefined ? `${name}@${version}` : version)
    }
  }
  return [...keys].sort()
}
