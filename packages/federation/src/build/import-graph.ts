import { readFileSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import { requestsIn as requestsInScript } from './code/requests.ts'
import { createWorkspaceFiles } from './workspace-files.ts'

/** The files and npm packages that a part is compiled from. */
export interface ImportGraph {
  /** Files, absolute. */
  files: Set<string>
  /** npm packages by the workspace folder that imports them: `packages/ui` -> antd, dayjs. */
  packages: Map<string, Set<string>>
}

const inStyle = /@import\s+(?:url\(\s*)?['"]([^'"]+)['"]|\burl\(\s*['"]?([^'")]+)['"]?\s*\)|\bfrom\s+['"]([^'"]+)['"]/g

function requestsIn(file: string): readonly string[] {
  if (/\.[cm]?[jt]sx?$/.test(file)) {
    try {
      return requestsInScript(file, readFileSync(file, 'utf8'))
    } catch {
      // The bundler reports this error in more detail.
      return []
    }
  }
  if (!file.endsWith('.css')) return []
  const found = [...readFileSync(file, 'utf8').matchAll(inStyle)]
  return found.flatMap((match) => match.slice(1).find((group) => group !== undefined) ?? [])
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
  const targetOf = createWorkspaceFiles(root)
  const waiting: [string, string][] = entries.map((entry) => [`${folder}/`, entry])

  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [importer, written] = next
    const request = written.replace(/[?#].*$/, '')
    if (external.has(request)) continue
    const target = targetOf(importer, request)
    if (target === undefined) continue
    if ('package' in target) {
      const parts = relative(root, dirname(`${importer}x`)).split(sep)
      // A remote in its own repository is the lockfile's only importer.
      const owner = folder === root ? '.' : parts.slice(0, parts[0] === 'packages' ? 2 : 1).join('/')
      graph.packages.set(owner, (graph.packages.get(owner) ?? new Set<string>()).add(target.package))
    } else if (!graph.files.has(target.file)) {
      graph.files.add(target.file)
      for (const found of requestsIn(target.file)) waiting.push([target.file, found])
    }
  }
  return graph
}
