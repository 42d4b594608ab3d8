import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ObjectStore } from './object-store.ts'
import { storedReleases } from './release-objects.ts'

/**
 * The data folder of the release host:
 *   r/<name>/<release>/   files of one release, their .br and .gz beside, release.json; never changed
 *   pointers/<name>.json  which release is current, and how it came to be
 *   index.json            what browsers are told, signed
 *   keys/                 signing keys, the operator's key (0600)
 *   audit.jsonl           every change, chained by hash and signed
 *   beacons.json          what browsers told, counted
 *   tmp/                  builds under way
 * With a bucket, releases lie there as well, and here only those that were asked for.
 */
export interface Layout {
  root: string
  index: string
  audit: string
  beacons: string
  lock: string
  keys: string
  temporary: string
  pointer: (name: string) => string
  release: (name: string, release: string) => string
  /** Where releases are kept, if not in this folder alone. */
  objects: ObjectStore | undefined
}

export function layoutOf(root: string, objects?: ObjectStore): Layout {
  return {
    root,
    objects,
    index: join(root, 'index.json'),
    audit: join(root, 'audit.jsonl'),
    beacons: join(root, 'beacons.json'),
    lock: join(root, 'lock'),
    keys: join(root, 'keys'),
    temporary: join(root, 'tmp'),
    pointer: (name) => join(root, 'pointers', `${name}.json`),
    release: (name, release) => join(root, 'r', name, release),
  }
}

/** Parsed JSON of a file; undefined if there is none. */
export async function readJson<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Changes when a file is replaced. */
export async function stampOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined)
  return found === undefined ? 'none' : `${found.ino} ${found.mtimeMs} ${found.size}`
}

/** Releases of a part that lie whole in the store, in this folder or in the bucket. */
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
  const stored = layout.objects === undefined ? [] : await storedReleases(layout.objects, name)
  return new Set([...found.flat(), ...stored].sort())
}

/** Replaces a file so that a reader, or a crash, sees the former content or the new one whole. */
export async function writeWhole(file: string, content: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const fresh = `${file}.${randomBytes(6).toString('hex')}`
  const handle = await open(fresh, 'wx', mode)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(fresh, file)
}

export const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
