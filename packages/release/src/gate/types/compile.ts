import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ReleaseTypes } from '@helioport/contract/release'
import { projectRoot } from '../../publish/build.ts'
import { bounds, hasOwnNetwork, type Limits, runBounded } from '../../upload/bounded.ts'

type Sources = NonNullable<ReleaseTypes['sources']>
type Packages = NonNullable<ReleaseTypes['packages']>

/** One error of the compiler. */
export interface Objection {
  file: string
  line: number
  column: number
  message: string
}

/** Compiling takes 2 s on a quiet machine; the limit allows for a very busy one. */
const compilerBounds: Limits = { ...bounds, seconds: 300 }
/** The shell's packages that a remote uses; it has its own copies of all others. */
const offered = ['api-client', 'contract', 'federation', 'i18n', 'session', 'ui'].map((name) => `@helioport/${name}`)
/** Libraries that a page has once; their types are those installed on this host. */
const pageLibraries = ['react', 'react-dom', 'react-router-dom', '@types/react', '@types/react-dom']
/** Folders in which the libraries are installed that the shell's packages import. */
const homes = ['packages/release', 'packages/ui', 'packages/i18n', 'packages/api-client', 'packages/session', 'packages/contract', 'shell'] // prettier-ignore

/** Compiler options that change how strictly the same code is checked; no other option is taken from a team. */
const strictness = new Set(['strict', 'strictNullChecks', 'strictFunctionTypes', 'strictBindCallApply', 'strictPropertyInitialization', 'strictBuiltinIteratorReturn', 'useUnknownInCatchVariables', 'noUncheckedIndexedAccess', 'exactOptionalPropertyTypes', 'noPropertyAccessFromIndexSignature', 'experimentalDecorators', 'useDefineForClassFields']) // prettier-ignore

async function put(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await Promise.all([...new Set(Object.keys(files).map((file) => dirname(join(folder, file))))].map((path) => mkdir(path, { recursive: true }))) // prettier-ignore
  await Promise.all(Object.entries(files).map(([file, text]) => writeFile(join(folder, file), text)))
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path)
}

/** Writes the packages of the shell, and links the libraries that they import beside them. */
async function layPackages(modules: string, packages: Packages): Promise<void> {
  for (const [name, { version, entries, files }] of Object.entries(packages)) {
    const exports = Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, { types: `./${file}` }]))
    await put(join(modules, name), { ...files, 'package.json': JSON.stringify({ name, version, type: 'module', exports }) }) // prettier-ignore
  }
  for (const home of homes.map((folder) => join(projectRoot, folder, 'node_modules'))) {
    const found = await readdir(home).catch(() => [])
    const names = await Promise.all(found.map(async (name) => name.startsWith('@') ? (await readdir(join(home, name))).map((inner) => `${name}/${inner}`) : [name])) // prettier-ignore
    for (const name of names.flat())
      if (!name.startsWith('.') && !name.startsWith('@helioport/') && !existsSync(join(modules, name)))
        await link(await realpath(join(home, name)), join(modules, name))
  }
}

async function layRemote(folder: string, modules: string, { options, files }: Sources): Promise<void> {
  await put(folder, files)
  const compilerOptions = {
    target: 'ES2024',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    jsx: 'react-jsx',
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    ...Object.fromEntries(Object.entries(options).filter(([name]) => strictness.has(name))),
    // The remote's own libraries are not installed here: they have no types.
    noImplicitAny: false,
    noImplicitThis: false,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(files) }))
  for (const name of [...offered, ...pageLibraries])
    if (existsSync(join(modules, name))) await link(join(modules, name), join(folder, 'node_modules', name))
}

/** A module that is not found concerns the shell only if it belongs to a package that the shell offers. */
const isOfShell = (message: string) => {
  const [, request = ''] = /odule '([^']+)'/.exec(message) ?? []
  return offered.some((name) => request === name || request.startsWith(`${name}/`))
}
/**
 * Errors of missing modules: the module itself, and values of unknown type that follow (TS7xxx, calls with type
 * arguments).
 */
const ofMissing = new Set(['TS2307', 'TS2882', 'TS2792'])
const ofUnknown = (code: string) => code === 'TS2347' || /^TS70\d\d$/.test(code)

function readObjections(output: string): Objection[] {
  const found = output.matchAll(/^(\S[^\n]*?)\((\d+),(\d+)\): error (TS\d+): ([^\n]*)((?:\n {2}[^\n]*)*)/gm)
  return [...found].flatMap(([, file = '', line, column, code = '', message = '', reasons = '']) => {
    if (file.startsWith('..') || ofUnknown(code) || (ofMissing.has(code) && !isOfShell(message))) return []
    // The last line of the reasons names the property or field that causes the error.
    const reason = reasons.trimEnd().split('\n').at(-1)?.trim() ?? ''
    return [{ file, line: Number(line), column: Number(column), message: reason === '' ? message : reason }]
  })
}

/**
 * Compiles a remote's sources with the packages of a shell; returns the errors. Runs without network, with bounded
 * memory and time. The module names in the sources were checked by `readableTypes` before they came into the store.
 */
export async function compileAgainst(
  packages: Packages,
  sources: Sources,
  limits: Limits = compilerBounds,
): Promise<Objection[] | { ended: string }> {
  // prettier-ignore
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'types-')))
  try {
    const modules = join(folder, 'shell/node_modules')
    const remote = join(folder, 'remote')
    await layPackages(modules, packages)
    await layRemote(remote, modules, sources)
    const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
    const program = [process.execPath, compiler, '-p', remote, '--pretty', 'false', '--checkers', '1']
    const [command = '', ...args] = hasOwnNetwork() ? ['unshare', '-rn', '--', ...program] : program
    const done = await runBounded(command, args, { cwd: remote, limits })
    if ('ended' in done) return done
    const objections = readObjections(done.output)
    if (done.code === 0 || /: error TS\d+:/.test(done.output)) return objections
    throw new Error(`the compiler failed: ${done.output.slice(-1_000)}${done.errors.slice(-1_000)}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
