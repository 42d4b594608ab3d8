import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { bin, runKept } from '../test/program.ts'

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))

/** Imports in declaration files name source files, which the tarball lacks. */
const withBuiltRequests = (text: string) => text.replaceAll(/(['"])(\.{1,2}\/[^'"]+?)\.tsx?\1/g, '$1$2.js$1')

/** The map contains the sources; paths of this machine must not leak. */
function withOwnSources(text: string, folder: string, source: string): string {
  const map = JSON.parse(text) as { sources: string[] }
  return JSON.stringify({ ...map, sources: map.sources.map((file) => `src/${relative(source, join(folder, file))}`) })
}

const settings = (source: string, output: string, without: readonly string[]) => ({
  extends: '../tsconfig.json',
  compilerOptions: {
    noEmit: false,
    // Types are checked elsewhere; declarations that cannot be emitted are still reported.
    noCheck: true,
    declaration: true,
    sourceMap: true,
    inlineSources: true,
    rewriteRelativeImportExtensions: true,
    rootDir: source,
    outDir: output,
  },
  include: [source],
  exclude: ['**/*.test.ts', '**/*.test.tsx', '**/testing', ...without].map((part) => join(source, part)),
})

/**
 * Compiles the sources of a package into `output`: scripts, declarations, source maps with embedded sources, and
 * other files (styles, loaders). @throws Error with the compiler's output
 */
export async function emitPackage(folder: string, output: string, without: readonly string[]): Promise<void> {
  const source = join(folder, 'src')
  const cache = join(folder, 'node_modules')
  mkdirSync(cache, { recursive: true })
  // Inside the package, so that its own types are found.
  const project = join(cache, `tsconfig.packed-${process.pid}.json`)
  writeFileSync(project, JSON.stringify(settings(source, output, without)))
  try {
    const { code, output: said } = await runKept(bin('tsc'), ['-p', project])
    if (code !== 0) throw new Error(`${folder} cannot be built:\n${said}`)
  } finally {
    rmSync(project)
  }
  for (const file of filesBelow(output)) {
    const path = join(output, file)
    if (file.endsWith('.d.ts')) writeFileSync(path, withBuiltRequests(readFileSync(path, 'utf8')))
    else if (file.endsWith('.map'))
      writeFileSync(path, withOwnSources(readFileSync(path, 'utf8'), dirname(path), source))
  }
  for (const file of filesBelow(source).filter((name) => /\.(css|mjs|svg|png|json)$/.test(name))) {
    if (without.some((part) => file.startsWith(`${part}/`)) || /(^|\/)testing\//.test(file)) continue
    mkdirSync(dirname(join(output, file)), { recursive: true })
    copyFileSync(join(source, file), join(output, file))
  }
}
