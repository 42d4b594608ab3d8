import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** How the shell holds a shared module: in its first files, or in a chunk that loads when a page consumes it. */
export type ShareLoading = 'eager' | 'lazy'

/**
 * Modules of which one copy lives in a tab. The shell provides all of them, remotes compile none of them in.
 * `@helioport/contract` is absent: its run-time part is constants that shake down to a few hundred bytes.
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
 * What is kept of a package that is shared in part: sharing as such keeps every export, since anybody might ask for it.
 * Of the router that would be 24 KB (brotli) of server rendering and framework mode. A build refuses other imports.
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
 * Libraries of the shell that a remote may have in another version: it takes the shell's where that is in the range of its
 * package.json, else a copy of its own that it alone runs. No remote runs what another one brought.
 */
export const offeredModules: readonly string[] = ['zustand', 'zustand/vanilla']

/** `consumes` of a remote, by range: with a copy of its own for shells that do not meet it. */
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

/** A package of which the shell provides some exports: a module, at a path that exists nowhere else, with those alone. */
export interface KeptPart {
  name: string
  path: string
  source: string
  version: string
}

/**
 * The modules of `keptExports`. Each lies in the package's own folder, where its dependencies are found, and takes the
 * exports from what the package itself re-exports (react-router-dom: react-router), which is not shared.
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

/** For each offered library a module beside those that use it, since the shell itself has no way to it; none where they do without. */
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

/** What the shell gives to remotes: modules that the build makes, the request of each shared module, and the source of the file that names all. */
export interface Provision {
  parts: KeptPart[]
  /** Name of the shared module by the request for it. */
  requests: ReadonlyMap<string, { name: string; version: string; loading: ShareLoading }>
  source: string
}

/** File of the shell, under its folder, that the build fills in: see `provisionOf`. */
export const provisionFile = 'src/app/provided-shares.ts'

/**
 * Every shared module as the federation run time takes it from a host: by `lib` what is there, by `get` what loads when a
 * page asks for it. Of what is required every export is kept, since anybody might ask for it.
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
