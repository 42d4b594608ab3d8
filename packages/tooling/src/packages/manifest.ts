import type { Manifest } from './published.ts'

/** A page has one copy of each: the package that installs ours chooses the version (peer dependency). */
const chosenByRemote = new Set(['react', 'react-dom', 'react-router-dom'])
/**
 * Dependencies that are installed with a package, if not all: `create-remote` runs before there is a repository, and
 * the repository that it writes lists the others.
 */
const fetched: Readonly<Record<string, ReadonlySet<string> | undefined>> = {
  '@helioport/remote-kit': new Set(['cac', 'jose']),
}
/** Packages without side effects: bundlers remove unused exports. */
const pure = new Set(['@helioport/contract', '@helioport/time', '@helioport/series'])

const caret = (version: string) => (/^\d/.test(version) ? `^${version}` : version)

/** `./src/index.ts` -> `./dist/index.js` */
const built = (target: string, ending: string) => target.replace(/^\.\/src\//, './dist/').replace(/\.tsx?$/, ending)

export interface Versions {
  /** Versions of the workspace's packages, by name. */
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

/**
 * package.json of the tarball: built files instead of sources, version ranges instead of `workspace:` and `catalog:`.
 */
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
    // Versions that a new remote starts with.
    ...(name === '@helioport/remote-kit'
      ? { helioport: { versions: { ...librariesOf(named, versions), ...versions.own } } }
      : {}),
    dependencies: dependenciesOf(false),
    peerDependencies: dependenciesOf(true),
    ...(fetched[name] && { peerDependenciesMeta: Object.fromEntries(named.map((key) => [key, { optional: true }])) }),
    // `remote` brings the newer Node that its commands need.
    engines: { node: '>=20.11' },
  }
}
