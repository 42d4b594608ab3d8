import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

/** What a part is compiled from. */
export interface ImportGraph {
  /** Files, absolute. */
  files: Set<string>
  /** npm packages by the workspace folder that imports them: `packages/ui` -> antd, dayjs. */
  packages: Map<string, Set<string>>
}

const inScript =
  /(?:^|[^\w$.])(?:import|export)\s+(?!type\b)[^'"`]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"]+)['"]|(?:^|[^\w$.])import\s*['"]([^'"]+)['"]|\bnew URL\(\s*['"]([^'"]+)['"]/g
const inStyle = /@import\s+(?:url\(\s*)?['"]([^'"]+)['"]|\burl\(\s*['"]?([^'")]+)['"]?\s*\)|\bfrom\s+['"]([^'"]+)['"]/g

function specifiersOf(file: string): string[] {
  const pattern = /\.[cm]?[jt]sx?$/.test(file) ? inScript : file.endsWith('.css') ? inStyle : null
  if (pattern === null) return []
  return [...readFileSync(file, 'utf8').matchAll(pattern)].flatMap((match) => {
    const specifier = match.slice(1).find((group) => group !== undefined)
    return specifier === undefined ? [] : [specifier.replace(/[?#].*$/, '')]
  })
}

function fileAt(path: string): string | undefined {
  return ['', '.ts', '.tsx', '.js', '/index.ts', '/index.tsx']
    .map((ending) => path + ending)
    .find((candidate) => existsSync(candidate) && statSync(candidate).isFile())
}

interface WorkspacePackage {
  folder: string
  exports: Record<string, string>
}

/** Workspace packages under `packages/`, by name. */
function workspacePackages(root: string): Map<string, WorkspacePackage> {
  const found = new Map<string, WorkspacePackage>()
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

/**
 * Follows imports by value from `entries` (files or bare requests) through the workspace. Type imports leave no trace
 * in the output and are not followed; nor are requests in `external`. Over-inclusion is harmless, omission is caught
 * by the build, which compares its own modules with this graph.
 */
export function importGraph(
  root: string,
  folder: string,
  entries: string[],
  external: ReadonlySet<string>,
): ImportGraph {
  const graph: ImportGraph = { files: new Set(), packages: new Map() }
  const workspace = workspacePackages(root)
  const waiting: [string, string][] = entries.map((entry) => [folder, entry])

  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [base, request] = next
    if (external.has(request)) continue
    const file = resolveRequest(base, request)
    if (file === undefined || graph.files.has(file)) continue
    graph.files.add(file)
    for (const specifier of specifiersOf(file)) waiting.push([dirname(file), specifier])
  }
  return graph

  function resolveRequest(base: string, request: string): string | undefined {
    if (/^(?:data|node|https?):/.test(request)) return undefined
    if (request.startsWith('.') || request.startsWith('/')) return fileAt(resolve(base, request))
    const [name, subpath] = splitRequest(request)
    const own = workspace.get(name)
    if (own !== undefined) {
      const target = own.exports[subpath] ?? targetOfPattern(own.exports, subpath)
      return target === undefined ? undefined : fileAt(resolve(own.folder, target))
    }
    const importer = relative(root, base).split(sep)
    const owner = importer.slice(0, importer[0] === 'packages' ? 2 : 1).join('/')
    const names = graph.packages.get(owner) ?? new Set<string>()
    graph.packages.set(owner, names.add(name))
    return undefined
  }
}
