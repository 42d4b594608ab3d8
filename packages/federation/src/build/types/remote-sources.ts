import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { ReleaseTypes } from '@helioport/contract/release'
import { runCompiler } from './compiler.ts'
import { reachedFrom } from './reached.ts'
import { shellDeclarations } from './shell-declarations.ts'

/** Compiler options that change which errors are reported for the same code. */
const strictness = [
  'strict',
  'strictNullChecks',
  'strictFunctionTypes',
  'strictBindCallApply',
  'strictPropertyInitialization',
  'strictBuiltinIteratorReturn',
  'useUnknownInCatchVariables',
  'noUncheckedIndexedAccess',
  'exactOptionalPropertyTypes',
  'noPropertyAccessFromIndexSignature',
  'experimentalDecorators',
  'useDefineForClassFields',
]

const isSource = (file: string) =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/(?:^|\/)(?:testing|node_modules)\//.test(file)

interface Manifest {
  version: string
  exports: Record<string, string | { types?: string }>
}

const plain = (path: string) => path.split(sep).join('/')

/** Declarations of the portal's installed packages. */
function installedPackages(folder: string): NonNullable<ReleaseTypes['packages']> {
  const found = ['api-client', 'contract', 'federation', 'i18n', 'session', 'ui'].flatMap((name) => {
    const home = join(folder, 'node_modules/@helioport', name)
    if (!existsSync(home)) return []
    const { version, exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Manifest
    const entries = Object.entries(exports).flatMap(([entry, target]): [string, string][] => {
      // The federation package also contains the build; remotes use only one of its entries.
      if (typeof target === 'string' || target.types === undefined || (name === 'federation' && entry !== './remote')) return [] // prettier-ignore
      const [head = '', tail] = target.types.split('*')
      const files = tail === undefined ? [target.types] : globSync(target.types, { cwd: home }).map((file) => `./${plain(file)}`) // prettier-ignore
      const nameOf = (file: string) => tail === undefined ? entry : entry.replace('*', file.slice(head.length, file.length - tail.length)) // prettier-ignore
      return files.map((file) => [nameOf(file), file.slice(2)])
    })
    const files = reachedFrom(home, entries.map(([, file]) => file)) // prettier-ignore
    return [[`@helioport/${name}`, { version, entries: Object.fromEntries(entries), files }] as const]
  })
  return Object.fromEntries(found)
}

/**
 * What the gate of a host needs to compile a remote against the shell's declarations: the remote's sources without
 * tests, its strictness options, and the declarations that it was written against (installed, or of its workspace).
 * Undefined for a remote without types.
 */
export function remoteSources(folder: string, root: string): ReleaseTypes | undefined {
  if (!existsSync(join(folder, 'tsconfig.json'))) return undefined
  const packages = folder === root ? installedPackages(folder) : shellDeclarations(root)?.packages
  if (packages === undefined) return undefined
  const shown = runCompiler(folder, ['-p', '.', '--showConfig'])
  if (shown?.code !== 0) return undefined
  const { compilerOptions = {} } = JSON.parse(shown.output) as { compilerOptions?: Record<string, unknown> }
  const options = Object.fromEntries(strictness.flatMap((name): [string, boolean][] => typeof compilerOptions[name] === 'boolean' ? [[name, compilerOptions[name]]] : [])) // prettier-ignore
  const entries = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => plain(relative(folder, join(entry.parentPath, entry.name))))
    .filter(isSource)
    .toSorted()
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
  return { sources: { options, files }, packages }
}
