import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { offeredModules } from './shared-modules.ts'

/** `react-dom/client` -> `react-dom`, `@helioport/ui/table` -> `@helioport/ui`. */
const packageOf = (share: string) =>
  share
    .split('/')
    .slice(0, share.startsWith('@') ? 2 : 1)
    .join('/')

interface Manifest {
  version: string
  dependencies?: Record<string, string>
}

const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** An exact version is what it was built with: later ones of the same major number serve as well. */
const rangeOf = (version: string) => (/^\d/.test(version) ? `^${version}` : version)

/**
 * The npm range in which a remote takes a shared module: as its package.json writes it, an exact version as `^`; `*` for
 * a package of this project, which is held against by what it exports.
 */
export function rangesOf(root: string, folder: string, shares: readonly string[]): Record<string, string> {
  const { dependencies = {} } = readManifest(folder)
  const { catalog = {} } = (parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')) ?? {}) as {
    catalog?: Record<string, string>
  }
  return Object.fromEntries(
    shares.map((share) => {
      const name = packageOf(share)
      const written = dependencies[name]
      const [, own] = name.split('/')
      if (own !== undefined && existsSync(join(root, 'packages', own, 'package.json'))) return [share, '*']
      const declared = written === 'catalog:' ? catalog[name] : written
      const installed = join(folder, 'node_modules', name)
      if (declared === undefined && !existsSync(installed)) return [share, '*']
      return [share, rangeOf(declared ?? readManifest(realpathSync(installed)).version)]
    }),
  )
}

/** The libraries that the shell offers and a remote names in its package.json, with the range in which it takes them. */
export function chosenRangesOf(root: string, folder: string): Record<string, string> {
  const { dependencies = {} } = readManifest(folder)
  return rangesOf(root, folder, offeredModules.filter((name) => dependencies[packageOf(name)] !== undefined)) // prettier-ignore
}

/** The same by package. */
export function librariesOf(root: string, folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(chosenRangesOf(root, folder)).map(([name, range]) => [packageOf(name), range]),
  )
}
