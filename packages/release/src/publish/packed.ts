import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { isReleasableName, type ReleasableName } from '@helioport/contract'
import type { Release } from '@helioport/contract/release'
import { each } from '../store/each.ts'
import type { Layout } from '../store/layout.ts'
import { checkRelease } from '../store/schemas.ts'
import { servedParams } from './pack.ts'
import { BadArchive, maxUnpackedBytes, readTar } from '../upload/archive.ts'
import type { SourceIdentity } from './build.ts'

/**
 * Releases as files: `<part>-<release>.tar.br`, one per release, with the content of its folder. For served files it
 * has only the brotli variant, from which the others are made again. Packed small it has the plain file instead, whose
 * text is also in its source map: a fifth smaller, but some seconds slower to pack and to unpack. It holds no key and
 * no signature: the store that takes it in signs its own index.
 */
const ending = '.tar.br'
/** Files that are packed or unpacked at the same time. */
const width = 8
const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
const gzipped = promisify(gzip)
/** The largest window: the same text appears in a source and in its source map, megabytes apart. */
const paramsOf = (small: boolean) => ({
  [constants.BROTLI_PARAM_QUALITY]: small ? constants.BROTLI_MAX_QUALITY : 9,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
})

/** One packed release. */
interface Packed {
  name: ReleasableName
  release: string
  file: string
}

/** Returns the file. @throws Error from tar: the release is not there, or there is no tar */
export async function packInto(
  folder: string,
  layout: Layout,
  name: ReleasableName,
  release: string,
  { small = false } = {},
): Promise<string> {
  const from = layout.release(name, release)
  const { files } = checkRelease(JSON.parse(await readFile(join(from, 'release.json'), 'utf8')))
  const found = await readdir(from, { recursive: true, withFileTypes: true })
  const paths = found.filter((entry) => entry.isFile()).map((entry) => relative(from, join(entry.parentPath, entry.name)).split(sep).join('/')) // prettier-ignore
  const madeAgain = new Set(Object.keys(files).flatMap((file) => [small ? `${file}.br` : file, `${file}.gz`]))
  const taken = paths.filter((path) => !madeAgain.has(path)).toSorted()
  const { stdout } = await promisify(execFile)('tar', ['--format', 'ustar', '-cf', '-', '-C', from, ...taken], { encoding: 'buffer', maxBuffer: maxUnpackedBytes }) // prettier-ignore
  const file = join(folder, `${name}-${release}${ending}`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, await compress(stdout, { params: paramsOf(small) }))
  return file
}

/** Packed releases in a folder. */
export async function packedIn(folder: string): Promise<Packed[]> {
  const found = await readdir(folder).catch(() => [])
  return found.flatMap((file) => {
    const [name = ''] = file.split('-', 1)
    if (!file.endsWith(ending) || !isReleasableName(name)) return []
    return [{ name, release: file.slice(name.length + 1, -ending.length), file: join(folder, file) }]
  })
}

/** Identities of packed releases: name, version and hash are taken from the file's name. */
export async function identitiesOfPacked(names: readonly ReleasableName[], folder: string): Promise<SourceIdentity[]> {
  const packed = await packedIn(folder)
  return names.map((name) => {
    const [one, another] = packed.filter((each) => each.name === name)
    if (one === undefined) throw new Error(`no release of ${name} lies packed in ${folder}`)
    if (another !== undefined) throw new Error(`several releases of ${name} lie packed in ${folder}`)
    const at = one.release.lastIndexOf('-')
    return { name, version: one.release.slice(0, at), hash: one.release.slice(at + 1), release: one.release, files: [] }
  })
}

async function put(folder: string, path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

/** Writes every file of the record, after a check of its hash. */
function putServed(output: string, { files }: Release, packed: ReadonlyMap<string, Buffer>): Promise<void> {
  return each(Object.entries(files), width, async ([path, { integrity, bytes }]) => {
    const small = packed.get(`${path}.br`)
    const content = small === undefined ? packed.get(path) : await decompress(small, { maxOutputLength: bytes }).catch(() => undefined) // prettier-ignore
    if (content === undefined || `sha256-${createHash('sha256').update(content).digest('base64')}` !== integrity)
      throw new BadArchive(`"${path}" is not what the record of the release says`)
    await put(output, path, content)
    await put(output, `${path}.gz`, await gzipped(content, { level: 9 }))
    if (small === undefined) await put(output, `${path}.br`, await compress(content, { params: servedParams(content) }))
  })
}

/**
 * Unpacks a release into a new folder, in the form that a build has.
 * @throws BadArchive where it is damaged, or is another release than its name says
 */
export async function unpackInto(output: string, folder: string, { name, release }: SourceIdentity): Promise<void> {
  const file = join(folder, `${name}-${release}${ending}`)
  const tar = await decompress(await readFile(file), { maxOutputLength: maxUnpackedBytes }).catch((error: Error) => {
    throw new BadArchive(`${file} cannot be unpacked: ${error.message}`)
  })
  const packed = readTar(tar)
  const record = checkRelease(JSON.parse(packed.get('release.json')?.toString() ?? 'null'))
  if (record.name !== name || record.release !== release)
    throw new BadArchive(`${file} holds ${record.name} ${record.release}`)
  await putServed(output, record, packed)
  for (const [path, content] of packed) await put(output, path, content)
}
