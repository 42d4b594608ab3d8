import { readFileSync, realpathSync } from 'node:fs'
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
  '@helioport/ui/table': 'lazy',
  '@helioport/ui/form': 'lazy',
  '@helioport/ui/date': 'lazy',
  '@helioport/ui/overlay': 'lazy',
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

/** `provides` of the shell: what its own packages import of them, for whoever asks with a range. */
export function offeredShares() {
  const provided = { shareScope: 'default', eager: true, singleton: false, requiredVersion: false } as const
  return Object.fromEntries(offeredModules.map((name) => [name, { ...provided, shareKey: name }]))
}

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

/** `shared` of the federation plugin for the shell. */
export function providedShares(development: boolean, parts: readonly KeptPart[]) {
  return Object.fromEntries(
    Object.entries(sharedModulesFor(development)).map(([name, loading]) => {
      const part = parts.find((candidate) => candidate.name === name)
      const kept = part === undefined ? {} : { import: part.path, version: part.version }
      return [name, { singleton: true, requiredVersion: false, eager: loading === 'eager', ...kept } as const]
    }),
  )
}

/**
 * Source of a module that names every shared module, so that each is in the shell's graph: the federation plugin
 * provides only what it meets there (else RUNTIME-012 at run time).
 */
export function provisionSource(development: boolean): string {
  return Object.entries(sharedModulesFor(development))
    .map(([name, loading]) =>
      loading === 'eager'
        ? `import '${name}'`
        : `export const load_${name.replace(/\W/g, '_')} = () => import('${name}')`,
    )
    .join('\n')
}
