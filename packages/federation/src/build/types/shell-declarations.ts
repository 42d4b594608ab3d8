import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, sep } from 'node:path'
import type { ReleaseTypes } from '@helioport/contract/release'
import { runCompiler } from './compiler.ts'
import { declaredPackages } from './declared-files.ts'
import { keptFolder } from './kept-folder.ts'
import { reachedFrom } from './reached.ts'

type Packages = NonNullable<ReleaseTypes['packages']>

/** Entries for remotes, of a package that also has code for builds and for the shell. */
const takenOf: Readonly<Record<string, readonly string[]>> = { federation: ['./remote'] }
/** Number of cached results of former builds. */
const keptResults = 5

interface Manifest {
  version: string
  exports: Record<string, string>
}

const plain = (path: string) => path.split(sep).join('/')

/** Entry -> source of a workspace package; both relative to its folder. */
function entriesOf(folder: string, name: string, { exports }: Manifest): [string, string][] {
  return Object.entries(exports).flatMap(([entry, target]): [string, string][] => {
    if (!/\.tsx?$/.test(target) || takenOf[name]?.includes(entry) === false) return []
    const [head = '', tail] = target.split('*')
    if (tail === undefined) return [[entry, target]]
    const files = globSync(target.slice(2), { cwd: folder }).map((file) => `./${plain(file)}`)
    return files.map((file) => [entry.replace('*', file.slice(head.length, file.length - tail.length)), file])
  })
}

/** Replaces requests for `.ts` sources with `.js`, for which the compiler finds the emitted declarations. */
const withBuiltRequests = (text: string) => text.replaceAll(/(['"])(\.{1,2}\/[^'"]+?)\.tsx?\1/g, '$1$2.js$1')

function emit(packagesFolder: string, settings: string, output: string): Packages {
  const parts = declaredPackages.map((name) => {
    const folder = join(packagesFolder, name)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    return { name, folder, manifest, entries: entriesOf(folder, name, manifest) }
  })
  const project = join(output, 'tsconfig.json')
  const compilerOptions = { noEmit: false, noCheck: true, declaration: true, emitDeclarationOnly: true, rootDir: packagesFolder, outDir: output, types: [] } // prettier-ignore
  const ambient = globSync('*/src/*.d.ts', { cwd: packagesFolder }).map((file) => join(packagesFolder, file))
  const files = [...ambient, ...parts.flatMap(({ folder, entries }) => entries.map(([, source]) => join(folder, source)))] // prettier-ignore
  writeFileSync(project, JSON.stringify({ extends: settings, compilerOptions, files }))
  const said = runCompiler(packagesFolder, ['-p', project, '--checkers', '1'])
  if (said?.code !== 0) throw new Error(`the shell's packages have no declarations:\n${said?.output ?? 'there is no compiler'}`) // prettier-ignore
  const packages = parts.map(({ name, manifest: { version }, entries }): [string, Packages[string]] => {
    const emitted = join(output, name, 'src')
    const declared = entries.map(([entry, source]) => [entry, source.replace(/^\.\/src\//, '').replace(/\.tsx?$/, '.d.ts')]) // prettier-ignore
    const starts = declared.map(([, file = '']) => file)
    return [`@helioport/${name}`, { version, entries: Object.fromEntries(declared), files: reachedFrom(emitted, starts, withBuiltRequests) }] // prettier-ignore
  })
  return Object.fromEntries(packages)
}

/**
 * Checks that no declaration file is missing before the result is cached: a compiler that could not read a source omits
 * its declarations silently. @throws Error that names a missing file
 */
export function demandWhole(packages: Packages): void {
  for (const [name, { entries, files }] of Object.entries(packages)) {
    const asked = Object.entries(files).flatMap(([file, text]) =>
      [...text.matchAll(/^(?:import|export)\b[^;'"]*['"](\.[^'"]+)\.js['"]/gm)].map(([, request = '']) => `${posix.join(posix.dirname(file), request)}.d.ts`)) // prettier-ignore
    const missing = [...Object.values(entries), ...asked].find((file) => files[file] === undefined)
    if (missing !== undefined) throw new Error(`the declarations of ${name} lack ${missing}: build it again`)
  }
}

/** A complete result of `make`, with one retry: on a busy machine the compiler may fail to read a source. */
export function madeWhole(make: () => Packages): Packages {
  const packages = make()
  try {
    demandWhole(packages)
    return packages
  } catch {
    const again = make()
    demandWhole(again)
    return again
  }
}

/** Hash of all files that the declarations are made from. */
function hashOfSources(root: string): string {
  const hash = createHash('sha256')
  const patterns = declaredPackages.flatMap((name) => [
    `packages/${name}/package.json`,
    `packages/${name}/src/**/*.{ts,tsx}`,
  ])
  const files = [...globSync(patterns, { cwd: root }), 'pnpm-lock.yaml'].map(plain).toSorted()
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

function forgetOld(folder: string): void {
  const ages = readdirSync(folder).map((file): [string, number] => [
    file,
    statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  ])
  for (const [file] of ages.toSorted(([, a], [, b]) => b - a).slice(keptResults)) rmSync(join(folder, file), { force: true }) // prettier-ignore
}

/**
 * Declarations of the packages that the shell provides; the gate of a host compiles remotes against them. Cached by the
 * hash of the sources. Undefined in a workspace without type checks.
 */
export function shellDeclarations(root: string): ReleaseTypes | undefined {
  const settings = join(root, 'packages/tooling/tsconfig.browser.json')
  if (!existsSync(settings)) return undefined
  const cache = keptFolder(root, 'declarations')
  const kept = cache === undefined ? undefined : join(cache, `${hashOfSources(root)}.json`)
  if (kept !== undefined && existsSync(kept)) return { packages: JSON.parse(readFileSync(kept, 'utf8')) as Packages }
  const packages = madeWhole(() => emitApart(root, settings))
  if (cache !== undefined && kept !== undefined) {
    const next = `${kept}.${process.pid}`
    writeFileSync(next, JSON.stringify(packages))
    renameSync(next, kept)
    forgetOld(cache)
  }
  return { packages }
}

function emitApart(root: string, settings: string): Packages {
  const output = mkdtempSync(join(tmpdir(), 'declarations-'))
  try {
    return emit(realpathSync(join(root, 'packages')), settings, output)
  } finally {
    rmSync(output, { recursive: true })
  }
}
