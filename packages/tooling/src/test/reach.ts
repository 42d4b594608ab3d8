import { type WorkspaceFolder, withDependents } from './workspace.ts'

/** What a change must be checked with. */
export interface Reach {
  /** Folders whose lint and types may be affected; `all` where a setting or a version for everything changed. */
  folders: 'all' | readonly string[]
  /** Releasable parts whose files may change: `shell`, `mfe-record`. */
  parts: readonly string[]
}

const folderOf = (file: string) => /^(packages\/[^/]+|[^/]+)\//.exec(file)?.[1] ?? ''

/** Settings of the checks and versions of libraries affect every folder. */
const concernsAll = (file: string) =>
  /^(pnpm-lock\.yaml|pnpm-workspace\.yaml|package\.json|\.ox[a-z]+\.json)$/.test(file) ||
  /^packages\/tooling\/(tsconfig[^/]*\.json|[^/]+\.cjs|src\/[^/]+\.cjs)$/.test(file)

/** Documentation does not affect running code. */
const isProse = (file: string) => file.endsWith('.md') || file.startsWith('.readme/')

/** Folders and parts affected by these files, including all dependent ones. */
export function reachOf(files: readonly string[], folders: readonly WorkspaceFolder[]): Reach {
  const source = files.filter((file) => !isProse(file))
  const isPart = (path: string) => path === 'shell' || path.startsWith('mfe-')
  if (source.some(concernsAll)) return { folders: 'all', parts: folders.map(({ path }) => path).filter(isPart) }
  const named = [...new Set(source.map(folderOf))]
  const reached = withDependents(named, folders)
  // Tests and their helpers are in no release.
  const shipped = source.filter((file) => !/\.test\.tsx?$|\/testing\//.test(file)).map(folderOf)
  return { folders: reached, parts: withDependents(shipped, folders).filter(isPart) }
}
