import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { importGraph } from './import-graph.ts'
import { lockedPackages, readLockfile } from './lockfile.ts'
import { chosenRangesOf, rangesOf } from './ranges.ts'
import { sharedModulesFor } from './shared-modules.ts'
import { declaredFiles } from './types/declared-files.ts'

export interface Identity {
  name: string
  version: string
  /** First 12 hex digits of the hash of the sources. */
  hash: string
  /** `<version>-<hash>`: directory of the release. */
  release: string
  /** Name for the federation runtime and `output.uniqueName`; a JavaScript identifier. */
  scope: string
  /** Files that were hashed, absolute. */
  files: ReadonlySet<string>
  /** The hashed files that are compiled into the part; the others configure the build. */
  sources: ReadonlySet<string>
}

export interface IdentityOptions {
  /** Overrides the version of package.json: `1.2.3`. */
  version?: string | undefined
  development?: boolean | undefined
}

export const shellEntry = 'src/main.tsx'
export const remoteEntry = 'src/remote.tsx'

/** Source of the access names: the shell's release lists them as provided, but the shell does not compile them in. */
const provisions = ['@helioport/contract/remote']

/** Root folder of the workspace that contains `folder`. */
export function workspaceRoot(folder: string): string {
  for (let at = folder; at !== dirname(at); at = dirname(at)) if (existsSync(join(at, 'pnpm-workspace.yaml'))) return at
  throw new Error(`${folder} lies in no workspace: there is no pnpm-workspace.yaml above it`)
}

/**
 * Identity of a part (absolute folder) by a hash of its inputs: the files that its entry reaches by value imports, in
 * its folder and in workspace packages, without modules that the shell provides; its data (remote.json or index.html);
 * its configuration with the build code; the lockfile entries of the reached npm packages, including the bundler; and
 * the version ranges of modules that the shell provides. For the shell its types count too: its release contains them,
 * and the gate compiles remotes against them. The same sources give the same identity in every folder and at any time.
 */
export function identify(folder: string, options: IdentityOptions = {}): Identity {
  const root = workspaceRoot(folder)
  const isShell = !existsSync(join(folder, 'remote.json'))
  const development = options.development === true
  const shared = Object.keys(sharedModulesFor(development))
  const entries = isShell
    ? [`./${shellEntry}`, './index.html', ...shared, ...provisions]
    : [`./${remoteEntry}`, './remote.json', '@helioport/federation/remote']
  const external = new Set(isShell ? [] : shared)
  const graph = importGraph(root, folder, entries, external)
  const sources = new Set(graph.files)
  if (isShell) for (const file of declaredFiles(root)) graph.files.add(file)
  const build = importGraph(root, folder, ['./rspack.config.ts'], external)
  for (const file of build.files) graph.files.add(file)
  for (const [owner, names] of build.packages)
    graph.packages.set(owner, new Set([...(graph.packages.get(owner) ?? []), ...names]))

  const hash = createHash('sha256')
  hash.update(development ? 'development\n' : 'production\n')
  for (const file of [...graph.files].sort()) {
    const content = createHash('sha256').update(readFileSync(file)).digest('hex')
    hash.update(`${relative(root, file).split(sep).join('/')} ${content}\n`)
  }
  for (const key of lockedPackages(readLockfile(root), graph.packages)) hash.update(`${key}\n`)
  if (!isShell)
    hash.update(`${JSON.stringify({ ...rangesOf(root, folder, shared), ...chosenRangesOf(root, folder) })}\n`)

  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const version = options.version ?? manifest.version
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`version ${version} is not of the form 1.2.3`)
  const name = isShell
    ? 'shell'
    : (JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8')) as { name: string }).name
  const digits = hash.digest('hex').slice(0, 12)
  return {
    name,
    version,
    hash: digits,
    release: `${version}-${digits}`,
    scope: `${name}_${version}_${digits}`.replace(/\W/g, '_'),
    files: graph.files,
    sources,
  }
}
