import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** Where the shell has a shared module: in its first files, or in a chunk that loads when a page consumes it. */
export type ShareLoading = 'eager' | 'lazy'

/**
 * Modules with one copy per tab. The shell provides all of them; remotes do not compile them in.
 * `@helioport/contract` is not shared: its run-time part is constants, a few hundred bytes after tree shaking.
 */
export const sharedModules: Readonly<Record<string, ShareLoading>> = {
  react: 'eager',
  'react/jsx-runtime': 'eager',
  'react-dom': 'eager',
  'react-dom/client': 'eager',
  'react-router-dom': 'eager',
  '@helioport/api-client': 'eager',
  '@helioport/session': 'eager',
  '@helioport/i18n': 'eager',
  '@helioport/ui': 'eager',
  '@helioport/ui/tokens': 'eager',
  '@helioport/ui/table': 'eager',
  '@helioport/ui/form': 'eager',
  '@helioport/ui/date': 'lazy',
  '@helioport/ui/overlay': 'eager',
  '@helioport/ui/chart': 'lazy',
  '@helioport/ui/map': 'lazy',
  '@helioport/ui/picture': 'lazy',
}

/**
 * Exports of packages that are shared in part: sharing a whole package keeps all exports, because a remote may use any.
 * For the router that would add 24 KB (brotli) of server rendering and framework mode. A build refuses other imports.
 */
export const keptExports: Readonly<Record<string, readonly string[]>> = {
  'react-router-dom': [
    'Link',
    'NavLink',
    'Navigate',
    'Outlet',
    'Router',
    'UNSAFE_DataRouterContext',
    'UNSAFE_DataRouterStateContext',
    'UNSAFE_createHashHistory',
    'generatePath',
    'matchPath',
    'matchRoutes',
    'parsePath',
    'useBlocker',
    'useLocation',
    'useMatch',
    'useNavigate',
    'useParams',
    'useRoutes',
    'useSearchParams',
  ],
}

/**
 * Exports whose code the shell's build removes from a library that is shared whole (`trimmed-react-loader.mjs`): no part
 * may use them.
 */
export const withheldExports: Readonly<Record<string, readonly string[]>> = {
  react: ['ViewTransition', 'addTransitionType'],
  'react-dom/client': ['hydrateRoot'],
}

/**
 * Libraries of the shell that a remote may use in another version: it uses the shell's copy if that is in the range of
 * its package.json, else its own copy, which no other remote uses.
 */
export const offeredModules: readonly string[] = ['zustand', 'zustand/vanilla']

/** `consumes` of a remote, by range: with its own copy for shells whose version is not in the range. */
export function chosenShares(ranges: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(ranges).map(([name, requiredVersion]) => [
      name,
      { import: name, shareKey: name, shareScope: 'default', requiredVersion, strictVersion: true, singleton: false },
    ]),
  )
}

/** The JSX runtime of React's development build, shared beside the others while developing. */
const developmentModules: Readonly<Record<string, ShareLoading>> = { 'react/jsx-dev-runtime': 'eager' }

export function sharedModulesFor(development: boolean): Readonly<Record<string, ShareLoading>> {
  return development ? { ...sharedModules, ...developmentModules } : sharedModules
}

/** `shared` of the federation plugin for a remote: consumed only, never compiled in. */
export function consumedShares(development: boolean) {
  const names = Object.keys(sharedModulesFor(development))
  return Object.fromEntries(
    names.map((name) => [name, { singleton: true, requiredVersion: false, import: false } as const]),
  )
}

/** A package of which the shell provides some exports: a virtual module with only these. */
export interface KeptPart {
  name: string
  path: string
  source: string
  version: string
}

/**
 * The modules of `keptExports`. Each is in the folder of its package, so that its dependencies resolve, and re-exports
 * from the package behind it (react-router-dom: react-router), which is not shared.
 */
export function keptParts(shellFolder: string): KeptPart[] {
  const origins: Readonly<Record<string, string>> = { 'react-router-dom': 'react-router' }
  return Object.entries(keptExports).map(([name, exports]) => {
    const folder = realpathSync(join(shellFolder, 'node_modules', name))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    const source = `export { ${exports.join(', ')} } from '${origins[name] ?? name}'`
    return { name, path: join(folder, 'kept-exports.js'), source, version }
  })
}

/** A module per offered library, in the package that depends on it (the shell does not); none without the library. */
function offeredParts(shellFolder: string): KeptPart[] {
  const folder = realpathSync(join(shellFolder, 'node_modules', '@helioport', 'session'))
  const library = join(folder, 'node_modules', 'zustand')
  if (!existsSync(library)) return []
  const { version } = manifestOf(library)
  return offeredModules.map((name) => {
    const path = join(folder, 'src', '.virtual', `${name.replace(/\W/g, '-')}.js`)
    return { name, path, source: `export * from '${name}'`, version }
  })
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }

const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

/** What the shell provides to remotes: virtual modules, requests of shared modules, and source of the file with all. */
export interface Provision {
  parts: KeptPart[]
  /** Shared module by its request. */
  requests: ReadonlyMap<string, { name: string; version: string; loading: ShareLoading }>
  source: string
}

/** File of the shell, under its folder, that the build fills in: see `provisionOf`. */
export const provisionFile = 'src/app/provided-shares.ts'

/**
 * Each shared module in the form of the federation runtime: `lib` for loaded modules, `get` for modules that load on
 * demand. `require` keeps all exports of a module, because any remote may use them.
 */
export function provisionOf(shellFolder: string, development: boolean): Provision {
  const kept = keptParts(shellFolder)
  const offered = offeredParts(shellFolder)
  const requests = new Map<string, { name: string; version: string; loading: ShareLoading }>()
  for (const [name, loading] of Object.entries(sharedModulesFor(development))) {
    const part = kept.find((candidate) => candidate.name === name)
    const { version } = part ?? manifestOf(join(shellFolder, 'node_modules', packageOf(name)))
    requests.set(part?.path ?? name, { name, version, loading })
  }
  for (const { name, path, version } of offered) requests.set(path, { name, version, loading: 'eager' })
  const entries = [...requests].map(([request, { name, version, loading }]) => {
    const [from, singleton] = [JSON.stringify(request), !offeredModules.includes(name)]
    const module = loading === 'eager' ? `lib: () => require(${from})` : `get: () => import(${from}).then((module) => () => module)` // prettier-ignore
    return `${JSON.stringify(name)}: { version: '${version}', ${module}, shareConfig: { singleton: ${singleton}, requiredVersion: false } }`
  })
  return {
    parts: [...kept, ...offered],
    requests,
    source: `export const providedShares = {\n${entries.join(',\n')}\n}`,
  }
}
