import type { Manifest } from './published.ts'

/** One copy of each lives in a page: whoever installs the packages chooses it. */
const chosenByRemote = new Set(['react', 'react-dom', 'react-router-dom'])
/**
 * All that a package itself fetches, where that is not everything: `create-remote` runs before there is a repository, and the
 * repository that it writes names the rest.
 */
const fetched: Readonly<Record<string, ReadonlySet<string> | undefined>> = {
  '@helioport/remote-kit': new Set(['cac', 'jose']),
}
/** What shakes out where nobody uses it. */
const pure = new Set(['@helioport/contract', '@helioport/time', '@helioport/series'])

const caret = (version: string) => (/^\d/.test(version) ? `^${version}` : version)

/** `./src/index.ts` -> `./dist/index.js` */
const built = (target: string, ending: string) => target.replace(/^\.\/src\//, './dist/').replace(/\.tsx?$/, ending)

export interface Versions {
  /** Of the workspace's packages, by name. */
  own: Readonly<Record<string, string>>
  /** The catalog of pnpm-workspace.yaml. */
  catalog: Readonly<Record<string, string>>
}

function rangeOf(name: string, written: string, { own, catalog }: Versions): string {
  const version = written.startsWith('workspace:') ? own[name] : written === 'catalog:' ? catalog[name] : written
  if (version === undefined)
    throw new Error(`${name} is "${written}", which stands in no catalog and is no package here`)
  return caret(version)
}

const librariesOf = (names: readonly string[], { catalog }: Versions) =>
  Object.fromEntries(names.flatMap((name) => (catalog[name] === undefined ? [] : [[name, catalog[name]]])))

/** package.json of the tarball: built files in place of sources, versions in place of what only this workspace knows. */
export function packedManifest(manifest: Manifest, versions: Versions): object {
  const { name, version, description, exports, bin, dependencies = {} } = manifest
  const ranges = Object.entries(dependencies).map(([key, written]) => [key, rangeOf(key, written, versions)] as const)
  const isPeer = (key: string) => chosenByRemote.has(key) || fetched[name]?.has(key) === false
  const dependenciesOf = (peers: boolean) => Object.fromEntries(ranges.filter(([key]) => isPeer(key) === peers))
  const named = Object.keys(dependenciesOf(true))
  return {
    name,
    version,
    ...(description === undefined ? {} : { description }),
    type: 'module',
    exports: {
      ...Object.fromEntries(
        Object.entries(exports).map(([entry, target]) => [
          entry,
          target.endsWith('.json') ? target : { types: built(target, '.d.ts'), default: built(target, '.js') },
        ]),
      ),
      './package.json': './package.json',
    },
    ...(bin === undefined
      ? {}
      : { bin: Object.fromEntries(Object.entries(bin).map(([key, target]) => [key, built(target, '.js')])) }),
    ...(pure.has(name) ? { sideEffects: false } : {}),
    // What a new remote starts with.
    ...(name === '@helioport/remote-kit'
      ? { helioport: { versions: { ...librariesOf(named, versions), ...versions.own } } }
      : {}),
    dependencies: dependenciesOf(false),
    peerDependencies: dependenciesOf(true),
    ...(fetched[name] && { peerDependenciesMeta: Object.fromEntries(named.map((key) => [key, { optional: true }])) }),
    // What needs a newer one is run by `remote`, which brings it.
    engines: { node: '>=20.11' },
  }
}
