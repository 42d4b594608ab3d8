import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pnpm } from './pnpm.ts'
import { runCommand } from './run.ts'

interface Manifest {
  version: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const manifestIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
const numbersOf = (version: string) => version.split('.').map(Number)

/** Whether `a` comes after `b`; both of the form 1.2.3. */
function isLater(a: string, b: string): boolean {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  const at = left.findIndex((number, i) => number !== right[i])
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0)
}

/** Sections of a CHANGELOG for the versions after `from`, up to `to`. */
export function changesBetween(changelog: string, from: string, to: string): string {
  const parts = changelog.split(/^## /m).slice(1)
  const wanted = parts.filter((part) => {
    const version = /^\d+\.\d+\.\d+/.exec(part)?.[0]
    return version !== undefined && isLater(version, from) && !isLater(version, to)
  })
  return wanted.map((part) => `## ${part.trim()}`).join('\n\n')
}

/** Versions of the installed packages of the portal, by name. */
function installed(root: string): Map<string, string> {
  const { dependencies = {}, devDependencies = {} } = manifestIn(root)
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith('@helioport/'))
  const folderOf = (name: string) => join(root, 'node_modules', name)
  return new Map(names.filter((name) => existsSync(folderOf(name))).map((name) => [name, manifestIn(folderOf(name)).version])) // prettier-ignore
}

/** Installs the newest versions of the project's registry, with the package manager that made its lockfile. */
async function installLatest(root: string, names: readonly string[]): Promise<void> {
  const latest = names.map((name) => `${name}@latest`)
  if (!existsSync(join(root, 'pnpm-lock.yaml'))) return runCommand('npm', ['install', ...latest], root)
  return runCommand('npx', ['--yes', pnpm, 'update', '--latest', ...names], root)
}

/**
 * Updates a remote to the newest packages of the portal, and prints their changes since the former versions. The checks
 * that follow (types, tests, build) show where the remote's code must change.
 */
export async function upgrade(root: string, say: (line: string) => void): Promise<void> {
  const before = installed(root)
  if (before.size === 0) throw new Error(`no package of the portal is installed: npx ${pnpm} install`)
  await installLatest(root, [...before.keys()])
  const after = installed(root)
  const moved = [...before].filter(([name, version]) => after.get(name) !== version)
  for (const [name, from] of moved) {
    const to = after.get(name) ?? ''
    const changelog = join(root, 'node_modules', name, 'CHANGELOG.md')
    const changes = existsSync(changelog) ? changesBetween(readFileSync(changelog, 'utf8'), from, to) : ''
    say(`\n${name} ${from} -> ${to}${to.split('.')[0] === from.split('.')[0] ? '' : ' (something that you may use is gone or changed)'}`) // prettier-ignore
    if (changes !== '') say(changes)
  }
  if (moved.length === 0) say(`all ${before.size} packages of the portal are the newest`)
}
