import { readFileSync } from 'node:fs'
import { createWorkspaceFiles } from '../workspace-files.ts'
import { type CodeModule, readModule } from './definitions.ts'
import { type Use, usesIn } from './uses.ts'
import { Values } from './values.ts'

/** The sources of one part, read together, with the uses of outside modules in each file. */
export interface CodeProgram {
  modules: readonly CodeModule[]
  uses: (module: CodeModule) => Use[]
  /** Current export names of a workspace module; undefined for npm packages. */
  exportsOf: (request: string) => string[] | undefined
}

/**
 * Reads the TypeScript and JavaScript among `files`. `outside`: modules that are not followed, even in the same
 * workspace.
 * @throws Error where a file cannot be parsed
 */
export function readProgram(root: string, files: Iterable<string>, outside: ReadonlySet<string>): CodeProgram {
  const targetOf = createWorkspaceFiles(root)
  const scripts = [...files].filter((file) => /\.[cm]?[jt]sx?$/.test(file))
  const read = (file: string): [string, CodeModule] => [file, readModule(file, readFileSync(file, 'utf8'))]
  const modules = new Map(scripts.map(read))
  const fileOf = (importer: string, request: string) => {
    const target = targetOf(importer, request)
    return target !== undefined && 'file' in target ? target.file : undefined
  }
  const known = (among: ReadonlyMap<string, CodeModule>) => (importer: string, request: string) => {
    const file = fileOf(importer, request)
    return file !== undefined && among.has(file) ? file : undefined
  }
  const values = new Values(modules, known(modules), (request) => outside.has(request))

  function exportsOf(request: string): string[] | undefined {
    const entry = fileOf(`${root}/`, request)
    if (entry === undefined) return undefined
    const reached = new Map<string, CodeModule>()
    const waiting = [entry]
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (reached.has(file)) continue
      const [, module] = read(file)
      reached.set(file, module)
      for (const from of module.stars) {
        const next = fileOf(file, from)
        if (next !== undefined) waiting.push(next)
      }
    }
    return new Values(reached, known(reached), () => false).exportNames(entry)
  }

  const found = new Map<CodeModule, Use[]>()
  const uses = (module: CodeModule) => {
    const known = found.get(module) ?? usesIn(module, values)
    found.set(module, known)
    return known
  }
  return { modules: [...modules.values()], uses, exportsOf }
}
