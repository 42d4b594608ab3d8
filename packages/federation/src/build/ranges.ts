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

/** An exact version becomes `^`: later versions of the same major number are compatible. */
const rangeOf = (version: string) => (/^\d/.test(version) ? `^${version}` : version)

/**
 * The npm range in which a remote accepts each shared module: the range of its package.json, an exact version as `^`;
 * `*` for packages of this project, whose exports are compared instead.
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

/** The shell's optional libraries that the remote's package.json names, with the accepted ranges. */
export function chosenRangesOf(root: string, folder: string): Record<string, string> {
  const { dependencies = {} } = readManifest(folder)
  return rangesOf(root, folder, offeredModules.filter((name) => dependencies[packageOf(name)] !== undefined)) // prettier-ignore
}

/** As chosenRangesOf, by package. */
export function librariesOf(root: string, folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(chosenRangesOf(root, folder)).map(([name, range]) => [packageOf(name), range]),
  )
}
