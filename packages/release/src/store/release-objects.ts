import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join, relative, sep } from 'node:path'
import type { Release } from '@helioport/contract/release'
import { each } from './each.ts'
import type { Layout } from './layout.ts'
import type { ObjectHeaders, ObjectStore } from '@helioport/object-store'
import { checkRelease } from './schemas.ts'

/** Concurrent requests. */
const width = 8
const forEver = 'public, max-age=31536000, immutable'
const record = 'release.json'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const encodings: Readonly<Record<string, string>> = { '.br': 'br', '.gz': 'gzip' }

/** A file of a release never changes: it can be cached for ever. */
function headersOf(file: string): ObjectHeaders {
  const encoding = encodings[extname(file)]
  const plain = encoding === undefined ? file : file.slice(0, -extname(file).length)
  const type = types[extname(plain)] ?? 'application/octet-stream'
  return { type, cache: forEver, ...(encoding === undefined ? {} : { encoding }) }
}

const keyOf = (name: string, release: string, file = '') => `r/${name}/${release}/${file}`

async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return paths.map((path) => relative(folder, path).split(sep).join('/'))
}

/** Copies a release into the bucket unless it is complete there; the record comes last, as the sign of completeness. */
export async function pushRelease(store: ObjectStore, layout: Layout, name: string, release: string): Promise<void> {
  if ((await store.get(keyOf(name, release, record))) !== undefined) return
  const folder = layout.release(name, release)
  const put = async (file: string) => store.put(keyOf(name, release, file), await readFile(join(folder, file)), headersOf(file)) // prettier-ignore
  await each(
    (await filesBelow(folder)).filter((file) => file !== record),
    width,
    put,
  )
  await put(record)
}

const integrityOf = (bytes: Buffer) => `sha256-${createHash('sha256').update(bytes).digest('base64')}`

async function fetchInto(store: ObjectStore, folder: string, name: string, release: string, text: Buffer) {
  const about: Release = checkRelease(JSON.parse(text.toString()))
  if (about.name !== name || about.release !== release) throw new Error(`the bucket has ${about.release} as ${release}`)
  const lay = async (file: string, bytes: Buffer) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), bytes)
  }
  await each(await store.list(keyOf(name, release)), width, async (key) => {
    const file = key.slice(keyOf(name, release).length)
    if (file === record) return
    const bytes = await store.get(key)
    const wanted = about.files[file]?.integrity
    if (bytes === undefined || (wanted !== undefined && integrityOf(bytes) !== wanted))
      throw new Error(`${key} in the bucket is not the file that was released`)
    await lay(file, bytes)
  })
  for (const file of Object.keys(about.files))
    if (!existsSync(join(folder, file))) throw new Error(`${keyOf(name, release, file)} is not in the bucket`)
  await lay(record, text)
}

/** Copies a release from the bucket into the folder, and checks every file's hash. @throws Error if it cannot */
export async function pullRelease(store: ObjectStore, layout: Layout, name: string, release: string): Promise<void> {
  const target = layout.release(name, release)
  if (existsSync(join(target, record))) return
  const text = await store.get(keyOf(name, release, record))
  if (text === undefined) throw new Error(`there is no release ${release} of ${name} in ${store.name}`)
  const folder = join(layout.temporary, `${name}-${randomBytes(6).toString('hex')}`)
  try {
    await fetchInto(store, folder, name, release, text)
    await mkdir(dirname(target), { recursive: true })
    await rename(folder, target)
  } catch (error) {
    // A concurrent call was faster: the release is there.
    if (!existsSync(join(target, record))) throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Releases of a part that are complete in the bucket. */
export async function storedReleases(store: ObjectStore, name: string): Promise<string[]> {
  const keys = await store.list(`r/${name}/`)
  return keys.flatMap((key) => /^r\/[^/]+\/([^/]+)\/release\.json$/.exec(key)?.[1] ?? [])
}

export async function removeRelease(store: ObjectStore, name: string, release: string): Promise<void> {
  await store.remove(await store.list(keyOf(name, release)))
}

/**
 * Releases of a part that are complete in this folder or in the bucket. While the bucket cannot be reached, the
 * releases in the folder can still be used.
 */
export async function retainedReleases(layout: Layout, name: string): Promise<Set<string>> {
  const folders = await readdir(layout.release(name, ''), { withFileTypes: true }).catch(() => [])
  const found = await Promise.all(
    folders
      .filter((folder) => folder.isDirectory())
      .map(async (folder) => {
        const isWhole = await access(join(layout.release(name, folder.name), 'release.json')).then(
          () => true,
          () => false,
        )
        return isWhole ? [folder.name] : []
      }),
  )
  const stored = layout.objects === undefined ? [] : await storedReleases(layout.objects, name).catch(() => [])
  return new Set([...found.flat(), ...stored].sort())
}
