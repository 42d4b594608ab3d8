import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

function fileAt(path: string): string | undefined {
  return ['', '.ts', '.tsx', '.js', '/index.ts', '/index.tsx']
    .map((ending) => path + ending)
    .find((candidate) => existsSync(candidate) && statSync(candidate).isFile())
}

interface WorkspacePackage {
  folder: string
  exports: Record<string, string>
}

/** Workspace packages under `packages/`, by name; none in a repository of one remote. */
function workspacePackages(root: string): Map<string, WorkspacePackage> {
  const found = new Map<string, WorkspacePackage>()
  if (!existsSync(join(root, 'packages'))) return found
  for (const name of readdirSync(join(root, 'packages'))) {
    const folder = join(root, 'packages', name)
    const manifest = join(folder, 'package.json')
    if (!existsSync(manifest)) continue
    const read = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string; exports?: Record<string, string> }
    found.set(read.name, { folder, exports: read.exports ?? {} })
  }
  return found
}

/** `@scope/name/sub` -> [`@scope/name`, `./sub`]. */
function splitRequest(request: string): [string, string] {
  const parts = request.split('/')
  const length = request.startsWith('@') ? 2 : 1
  const rest = parts.slice(length).join('/')
  return [parts.slice(0, length).join('/'), rest === '' ? '.' : `./${rest}`]
}

/** `./texts/de` in `{ './texts/*': './src/texts/*.ts' }`: `./src/texts/de.ts`. */
function targetOfPattern(exports: Readonly<Record<string, string>>, subpath: string): string | undefined {
  for (const [pattern, target] of Object.entries(exports)) {
    const [head = '', tail] = pattern.split('*')
    if (tail === undefined || !subpath.startsWith(head) || !subpath.endsWith(tail)) continue
    return target.replace('*', subpath.slice(head.length, subpath.length - tail.length))
  }
  return undefined
}

/** Target of a request: a file of the workspace, an npm package, or nothing that is compiled (undefined). */
export type Target = { file: string } | { package: string } | undefined

/** Resolves requests of workspace files. `importer`: the requesting file, or a folder with a trailing slash. */
export function createWorkspaceFiles(root: string): (importer: string, request: string) => Target {
  const workspace = workspacePackages(root)
  const inWorkspace = (path: string): Target => {
    const file = fileAt(path)
    return file === undefined ? undefined : { file }
  }
  return (importer, request) => {
    if (/^(?:data|node|https?):/.test(request)) return undefined
    const base = importer.endsWith('/') ? importer : dirname(importer)
    if (request.startsWith('.') || request.startsWith('/')) return inWorkspace(resolve(base, request))
    const [name, subpath] = splitRequest(request)
    const own = workspace.get(name)
    if (own === undefined) return { package: name }
    const target = own.exports[subpath] ?? targetOfPattern(own.exports, subpath)
    return target === undefined ? undefined : inWorkspace(resolve(own.folder, target))
  }
}
