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

/** `shared` of the federation plugin for the shell. */
export function providedShares(development: boolean) {
  return Object.fromEntries(
    Object.entries(sharedModulesFor(development)).map(([name, loading]) => [
      name,
      { singleton: true, requiredVersion: false, eager: loading === 'eager' } as const,
    ]),
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
