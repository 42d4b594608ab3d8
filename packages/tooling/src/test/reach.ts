import { type WorkspaceFolder, withDependents } from './workspace.ts'

/** What a change has to be judged by. */
export interface Reach {
  /** Folders whose lint and types it can change; `all` where a rule or a version for everything changed. */
  folders: 'all' | readonly string[]
  /** Releasable parts whose bytes it can change: `shell`, `mfe-record`. */
  parts: readonly string[]
}

const folderOf = (file: string) => /^(packages\/[^/]+|[^/]+)\//.exec(file)?.[1] ?? ''

/** Settings of the checks and versions of the libraries concern every folder. */
const concernsAll = (file: string) =>
  /^(pnpm-lock\.yaml|pnpm-workspace\.yaml|package\.json|\.ox[a-z]+\.json)$/.test(file) ||
  /^packages\/tooling\/(tsconfig[^/]*\.json|[^/]+\.cjs|src\/[^/]+\.cjs)$/.test(file)

/** Texts about the project change nothing that runs. */
const isProse = (file: string) => file.endsWith('.md') || file.startsWith('.readme/')

/** The folders and parts that a change of these files reaches, through everything that uses them. */
export function reachOf(files: readonly string[], folders: readonly WorkspaceFolder[]): Reach {
  const source = files.filter((file) => !isProse(file))
  const isPart = (path: string) => path === 'shell' || path.startsWith('mfe-')
  if (source.some(concernsAll)) return { folders: 'all', parts: folders.map(({ path }) => path).filter(isPart) }
  const named = [...new Set(source.map(folderOf))]
  const reached = withDependents(named, folders)
  // Tests, tools and the service are in no release.
  const shipped = source.filter((file) => !/\.test\.tsx?$|\/testing\//.test(file)).map(folderOf)
  return { folders: reached, parts: withDependents(shipped, folders).filter(isPart) }
}
