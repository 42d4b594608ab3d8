import { readFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { hostApiVersion } from '@helioport/contract'
import { indexSchema, type Release, type ReleaseTypes } from '@helioport/contract/release'
import type { RemoteManifest } from '@helioport/contract/remote'
import type { Chunk, ChunkGroup, Compilation, Compiler, Module } from '@rspack/core'
import type { CodeProgram } from './code/program.ts'
import { readRemoteDefinition, type RemoteDefinition } from './code/remote-definition.ts'
import { unhashedChunks } from './integrity-check.ts'
import { missingExports } from './kept-exports.ts'
import { type Identity, remoteEntry, workspaceRoot } from './identity.ts'
import { providesOf } from './provides.ts'
import { offeredModules, type Provision, provisionFile, provisionOf, sharedModulesFor } from './shared-modules.ts'
import { textHashes } from './shared-messages.ts'
import { remoteSources } from './types/remote-sources.ts'
import { shellDeclarations } from './types/shell-declarations.ts'
import { linksOf, readSources, usesOf } from './uses.ts'

/** `build.json` in the output: data of the bundler that the publisher needs for release.json. */
export type BuildReport = Pick<
  Release,
  | 'name'
  | 'version'
  | 'release'
  | 'scope'
  | 'entry'
  | 'preload'
  | 'manifest'
  | 'shares'
  | 'hostApi'
  | 'indexSchema'
  | 'uses'
  | 'provides'
> & {
  /** Hashes of its texts, by key. */
  texts?: Record<string, string>
  types?: ReleaseTypes
}

const byMap = (file: string) => !file.endsWith('.map')

function filesOf(group: ChunkGroup): string[] {
  return [...new Set(group.getFiles())].filter(byMap)
}

/** Requests of the modules of each page and of each locale's texts. @throws Error for a page without an import */
function originsOf(folder: string, manifest: RemoteManifest): RemoteDefinition {
  const { pages, messages } = readRemoteDefinition(remoteEntry, readFileSync(join(folder, remoteEntry), 'utf8'))
  const named = new Map<string, string>()
  for (const { page } of manifest.routes) {
    if (page === undefined) continue
    const request = pages.get(page)
    if (request === undefined) {
      throw new Error(`remote.json names the page "${page}", but ${remoteEntry} has no ${page}: () => import('…')`)
    }
    named.set(page, request)
  }
  return { pages: named, messages }
}

/** Shares that the chunks consume; a module's identifier is `consume shared module (default) react@* (strict)`. */
function consumedBy(compilation: Compilation, chunks: readonly Chunk[], names: readonly string[]): string[] {
  const consumed = new Set<string>()
  for (const chunk of chunks) {
    for (const module of compilation.chunkGraph.getChunkModules(chunk)) {
      if (module.type !== 'consume-shared-module') continue
      const isOf = (candidate: string) => module.identifier().includes(` ${candidate}@`)
      // Pages do not need the shell's copy of offered modules.
      if (offeredModules.some(isOf)) continue
      const name = names.find(isOf)
      if (name === undefined) throw new Error(`consumed share of unknown name: ${module.identifier()}`)
      consumed.add(name)
    }
  }
  return [...consumed].sort()
}

/** Chunks that the exposed module loads by a request; other modules (dialogs) may use the same request. */
function asyncGroups(compilation: Compilation, exposed: string, request: string): ChunkGroup[] {
  return compilation.chunkGroups.filter((group) =>
    group.origins.some((origin) => origin.request === request && origin.module?.nameForCondition() === exposed),
  )
}

function remoteReport(compilation: Compilation, folder: string, shared: readonly string[]) {
  const manifest = JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8')) as RemoteManifest
  const origins = originsOf(folder, manifest)
  const entry = compilation
    .getAssets()
    .find((asset) => /^remoteEntry\..*\.js$|^remoteEntry\.js$/.test(asset.name))?.name
  if (entry === undefined) throw new Error('the build made no remoteEntry')
  const exposed = join(folder, remoteEntry)
  const base = compilation.chunkGroups.filter((group) =>
    group.chunks.some((chunk) =>
      compilation.chunkGraph.getChunkModules(chunk).some((module) => module.nameForCondition() === exposed),
    ),
  )
  if (base.length === 0) throw new Error(`${remoteEntry} is in no chunk`)
  const always = new Set([entry, ...base.flatMap(filesOf)])
  const pick = (requests: Map<string, string>) =>
    Object.fromEntries(
      [...requests].map(([key, request]) => {
        const files = asyncGroups(compilation, exposed, request).flatMap(filesOf)
        return [key, [...new Set(files)].filter((file) => !always.has(file))]
      }),
    )
  const shares = [...origins.pages].map(([page, request]) => {
    const chunks = [...base, ...asyncGroups(compilation, exposed, request)].flatMap((group) => group.chunks)
    return [page, consumedBy(compilation, chunks, shared)] as const
  })
  return {
    entry,
    manifest,
    preload: {
      always: [...always],
      pages: pick(origins.pages),
      locales: pick(origins.messages),
      shares: Object.fromEntries(shares),
    },
  }
}

/** Name of the shell's entry. */
export const firstChunk = 'main'

/** Name of the shell's chunk for pages after the sign-in. */
export const portalChunk = 'portal'

/** Name of the shell's chunk for the sign-in page and the pages around an account. */
export const signInChunk = 'sign-in'

function filesOfChunk(compilation: Compilation, name: string): string[] {
  const group = compilation.namedChunkGroups.get(name)
  // Null in place of undefined, against its types.
  if (!group) throw new Error(`the shell has no chunk named ${name}`)
  return filesOf(group)
}

function shellReport(compilation: Compilation, provision: string, requests: Provision['requests']) {
  const entrypoint = compilation.entrypoints.get(firstChunk)
  if (entrypoint === undefined) throw new Error(`the build has no entry point named ${firstChunk}`)
  const always = [...new Set(entrypoint.getFiles())].filter(byMap)
  const isLater = (file: string) => !always.includes(file)
  const inPortal = filesOfChunk(compilation, portalChunk).filter(isLater)
  const inSignIn = filesOfChunk(compilation, signInChunk).filter(isLater)
  const shares: Record<string, string[]> = {}
  for (const [request, { name, loading }] of requests) {
    if (offeredModules.includes(name)) continue
    const groups = loading === 'eager' ? [] : asyncGroups(compilation, provision, request)
    if (loading === 'lazy' && groups.length === 0) throw new Error(`the shell provides ${name} from no chunk`)
    shares[name] = [...new Set(groups.flatMap(filesOf))].filter((file) => ![...always, ...inPortal].includes(file))
  }
  // Texts of the frame and of the shared namespaces, which load before the first render; texts of an area
  // (`src/registration/messages`) load with the code of the area.
  const catalogs = compilation.chunkGroups.flatMap((group) =>
    group.origins.flatMap(({ module, request }) => {
      const importer = module?.nameForCondition()
      if (typeof importer !== 'string' || request === undefined) return []
      const file = posix.join(dirname(importer).split(sep).join('/'), request)
      const locale = /\/src\/messages\/([a-z]{2,3}(?:-[A-Z]{2})?)(?:\.ts|\/base\.ts)$/.exec(file)?.[1]
      return locale === undefined ? [] : [{ locale, files: filesOf(group) }]
    }),
  )
  const locales: Record<string, string[]> = {}
  for (const { locale, files } of catalogs) {
    locales[locale] = [...new Set([...(locales[locale] ?? []), ...files])].filter((file) => !always.includes(file))
  }
  return {
    entry: 'index.html',
    hostApi: hostApiVersion,
    indexSchema,
    shares,
    preload: { always, pages: { [portalChunk]: inPortal, [signInChunk]: inSignIn }, locales, shares: {} },
  }
}

/** Files that were compiled but are not in the identity: their changes would not change the release. */
function strayModules(modules: Iterable<Module>, root: string, identity: Identity): string[] {
  const stray = new Set<string>()
  for (const module of modules) {
    const file = module.nameForCondition()
    if (file === undefined || file === null || !file.startsWith(root + sep)) continue
    const inside = relative(root, file).split(sep)
    if (inside.includes('node_modules') || inside.includes('.virtual') || identity.files.has(file)) continue
    stray.add(inside.join('/'))
  }
  return [...stray].sort()
}

/** Checks that the identity covers all compiled files, and writes `build.json`. */
export class BuildReportPlugin {
  readonly #folder: string
  readonly #identity: Identity
  readonly #development: boolean

  constructor(folder: string, identity: Identity, development: boolean) {
    this.#folder = folder
    this.#identity = identity
    this.#development = development
  }

  async #remoteParts(compilation: Compilation, root: string, program: CodeProgram, shares: readonly string[]) {
    const report = remoteReport(compilation, this.#folder, shares)
    const consumed = [...new Set(Object.values(report.preload.shares).flat())]
    return { ...report, uses: await usesOf(root, this.#folder, program, shares, consumed) }
  }

  async #shellParts(compilation: Compilation, root: string, program: CodeProgram) {
    const { requests } = provisionOf(this.#folder, this.#development)
    const provision = join(this.#folder, provisionFile)
    return {
      ...shellReport(compilation, provision, requests),
      uses: { shares: {}, messages: {}, links: linksOf(program) },
      provides: await providesOf(compilation, root, provision, requests),
    }
  }

  async #reportOf(compilation: Compilation): Promise<BuildReport> {
    const { name, version, release, scope, sources } = this.#identity
    const root = workspaceRoot(this.#folder)
    const shares = Object.keys(sharedModulesFor(this.#development))
    const program = readSources(root, sources, shares)
    const missing = missingExports(program)
    if (missing.length > 0) throw new Error(missing.join('\n'))
    const part =
      name === 'shell'
        ? await this.#shellParts(compilation, root, program)
        : await this.#remoteParts(compilation, root, program, shares)
    const texts = await textHashes(root, this.#folder, name === 'shell')
    const types = this.#development
      ? undefined
      : name === 'shell'
        ? shellDeclarations(root)
        : remoteSources(this.#folder, root)
    return { name, version, release, scope, ...part, texts, ...(types === undefined ? {} : { types }) }
  }

  apply(compiler: Compiler): void {
    const { Compilation: Stages, WebpackError, sources } = compiler.webpack
    const root = workspaceRoot(this.#folder)
    compiler.hooks.thisCompilation.tap('BuildReport', (compilation) => {
      const stage = Stages.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tapPromise({ name: 'BuildReport', stage }, async () => {
        if (compilation.errors.length > 0) return
        const stray = strayModules(compilation.modules, root, this.#identity)
        if (stray.length > 0) {
          compilation.errors.push(
            new WebpackError(`compiled, but not part of the release's identity: ${stray.join(', ')}`),
          )
        }
        const unhashed = this.#development ? [] : unhashedChunks(compilation)
        if (unhashed.length > 0)
          compilation.errors.push(new WebpackError(`without a hash to hold against it: ${unhashed.join(', ')}`))
        try {
          const report = await this.#reportOf(compilation)
          compilation.emitAsset('build.json', new sources.RawSource(`${JSON.stringify(report, null, 2)}\n`))
        } catch (error) {
          compilation.errors.push(new WebpackError(error instanceof Error ? error.message : String(error)))
        }
      })
    })
  }
}
