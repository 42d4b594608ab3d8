import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** Largest upload, and largest content of its archive. */
export const maxUploadBytes = 50 * 1024 * 1024
export const maxUnpackedBytes = 250 * 1024 * 1024
const maxFiles = 2_000
const block = 512

/** The archive is not one that a build makes. */
export class BadArchive extends Error {}

/** Plain names only: no hidden file, no parent folder, no device. */
const isPlainPath = (path: string) =>
  path.length <= 99 && /^[A-Za-z0-9_@][A-Za-z0-9._@-]*(?:\/[A-Za-z0-9_@][A-Za-z0-9._@-]*)*$/.test(path)

/** Files that the host itself adds to a release: records, and compressed variants. */
const ofHost = /^(?:release|types|provenance|attestation)\.json$|\.(?:br|gz)$/i

const foldersOf = (path: string) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))

const padding = (size: number) => (block - (size % block)) % block

const textAt = (header: Buffer, at: number, length: number) => {
  const text = header.subarray(at, at + length).toString('latin1')
  return text.slice(0, Math.max(0, `${text}\0`.indexOf('\0')))
}

/** Files of a compressed archive by path: those that `readTar` accepts, except names of files that the host adds. */
export async function readArchive(archive: Buffer, most = maxUnpackedBytes): Promise<Map<string, Buffer>> {
  const unpack = promisify(gunzip) as (data: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>
  const tar = await unpack(archive, { maxOutputLength: most }).catch((error: Error) => {
    throw new BadArchive(`it cannot be unpacked: ${error.message}`)
  })
  const files = readTar(tar)
  const given = [...files.keys()].find((path) => ofHost.test(path))
  if (given !== undefined) throw new BadArchive(`"${given}" is a name that the host gives`)
  return files
}

/**
 * Files of a tar by path. Accepts only regular files with plain names: no links, folders or devices, and no name
 * twice, not even in another case, or as a folder.
 * @throws BadArchive
 */
export function readTar(tar: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const seen = new Set<string>()
  const folders = new Set<string>()
  for (let at = 0; at + block <= tar.length && tar[at] !== 0;) {
    const header = tar.subarray(at, at + block)
    const [path, size, kind, prefix] = [textAt(header, 0, 100), Number.parseInt(textAt(header, 124, 12), 8), textAt(header, 156, 1), textAt(header, 345, 155)] // prettier-ignore
    if ((kind !== '0' && kind !== '') || prefix !== '') throw new BadArchive(`"${path}" is not a plain file`)
    if (!isPlainPath(path)) throw new BadArchive(`"${path}" is no name for a file of a release`)
    const name = path.toLowerCase()
    if ([name, ...foldersOf(name)].some((one) => seen.has(one)) || folders.has(name)) throw new BadArchive(`"${path}" is there twice`) // prettier-ignore
    if (!Number.isInteger(size) || size < 0 || at + block + size > tar.length)
      throw new BadArchive(`"${path}" is cut off`)
    if (files.size === maxFiles) throw new BadArchive(`more than ${maxFiles} files`)
    seen.add(name)
    for (const folder of foldersOf(name)) folders.add(folder)
    files.set(path, tar.subarray(at + block, at + block + size))
    at += block + size + padding(size)
  }
  if (files.size === 0) throw new BadArchive('it holds no file')
  return files
}
