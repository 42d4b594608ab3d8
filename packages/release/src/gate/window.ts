import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { Release, ReleaseTypes } from '@helioport/contract/release'
import { compare } from 'semver'
import type { Layout } from '../store/layout.ts'
import { readTypes } from '../store/release-types.ts'
import { fitViolations } from './fit.ts'
import { liveOf } from './live.ts'
import { typeFindings } from './types/violations.ts'

/** A shell must support remotes of this many former versions. */
const versionsBefore = 2

type Packages = NonNullable<ReleaseTypes['packages']>
interface Remote {
  release: Release
  sources: NonNullable<ReleaseTypes['sources']>
}

/** Releases of one version of the portal, with all that the check against later ones needs. */
interface Version {
  version: string
  shell: Release
  /** The packages of the shell, with which the remotes were built. */
  packages: Packages
  remotes: Remote[]
}

interface Fit {
  /** Version of the shell; `now`: the one in the store. */
  shell: string
  /** `record of 1.0.0` */
  remote: string
  objections: string[]
  /** Names without a text in the remote; the shell shows a text instead. */
  unnamed: string[]
}

/** The live releases of a store. @throws Error where the shell has no types */
async function versionOf(layout: Layout): Promise<Version> {
  const { shell, remotes } = await liveOf(layout)
  const packages = shell && (await readTypes(layout, 'shell', shell.release))?.packages
  if (shell === undefined || packages === undefined) throw new Error('there is no shell that says what it provides')
  const read = await Promise.all(
    [...remotes.values()].map(async ([release]) => {
      const sources = release && (await readTypes(layout, release.name, release.release))?.sources
      return release === undefined || sources === undefined ? [] : [{ release, sources }]
    }),
  )
  return { version: packages['@helioport/contract']?.version ?? '0.0.0', shell, packages, remotes: read.flat() }
}

const isAmong = (parts: readonly string[], { release }: Remote) => parts.length === 0 || parts.includes(release.name)

/** Writes the live releases of a store to a file in `folder`, named by their version. `parts`: see `windowFits`. */
export async function keepVersion(layout: Layout, folder: string, parts: readonly string[]): Promise<string> {
  const version = await versionOf(layout)
  const remotes = version.remotes.filter((remote) => isAmong(parts, remote))
  const text = Buffer.from(JSON.stringify({ ...version, remotes }))
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length, [constants.BROTLI_PARAM_LGWIN]: 24 }
  const file = join(folder, `${version.version}.json.br`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, await promisify(brotliCompress)(text, { params }))
  return file
}

/** The last versions kept in a folder. */
async function keptVersions(folder: string): Promise<Version[]> {
  const names = (await readdir(folder)).flatMap((name) => /^(\d+\.\d+\.\d+)\.json\.br$/.exec(name)?.[1] ?? [])
  const last = names.toSorted(compare).slice(-versionsBefore)
  return Promise.all(
    last.map(async (name) => {
      const text = await promisify(brotliDecompress)(await readFile(join(folder, `${name}.json.br`)))
      return JSON.parse(text.toString()) as Version
    }),
  )
}

/**
 * Checks the releases of a store against those of former versions: each former remote in the current shell, each
 * current remote in a former shell. `parts`: only these remotes; empty: all.
 */
export async function windowFits(layout: Layout, folder: string, parts: readonly string[]): Promise<Fit[]> {
  const now = await versionOf(layout)
  const fits: Fit[] = []
  const hold = async (shell: Version, shellName: string, of: Version, ofName: string) => {
    for (const { release, sources } of of.remotes.filter((remote) => isAmong(parts, remote))) {
      const objections = fitViolations(release, shell.shell).map(({ message }) => message)
      const types = await typeFindings(shell.packages, { sources, packages: of.packages })
      objections.push(...types.objections)
      fits.push({ shell: shellName, remote: `${release.name} of ${ofName}`, objections, unnamed: types.unnamed })
    }
  }
  for (const former of await keptVersions(folder)) {
    await hold(now, 'now', former, former.version)
    await hold(former, former.version, now, 'now')
  }
  return fits
}
