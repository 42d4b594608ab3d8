import { link, mkdir, open, readdir, rename, rm, stat, truncate, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What changes a store's folder; all else only reads. Tests give one that fails or ends the process at any step. */
export interface Disk {
  makeFolder: (path: string, mode?: number) => Promise<void>
  /** Writes a file that is not there yet, and waits until it is on the disk. */
  writeNew: (file: string, content: string, mode: number) => Promise<void>
  rename: (from: string, to: string) => Promise<void>
  /** A second name for a file. @throws EEXIST where the name is taken */
  link: (from: string, to: string) => Promise<void>
  /** Removes a file or a folder with all that is in it, if it is there. */
  remove: (path: string) => Promise<void>
  /** Empties a file, which needs no room. @throws ENOENT where it is not there */
  empty: (file: string) => Promise<void>
  /** Marks a file as changed at an instant (epoch in s). */
  touch: (file: string, at: number) => Promise<void>
  /** Waits until the names in a folder are on the disk. */
  syncFolder: (path: string) => Promise<void>
}

export const realDisk: Disk = {
  makeFolder: async (path, mode) => void (await mkdir(path, { recursive: true, ...(mode === undefined ? {} : { mode }) })), // prettier-ignore
  async writeNew(file, content, mode) {
    const handle = await open(file, 'wx', mode)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
  },
  rename,
  link,
  remove: (path) => rm(path, { recursive: true, force: true }),
  empty: (file) => truncate(file, 0),
  touch: (file, at) => utimes(file, at, at),
  async syncFolder(path) {
    // Not every system lets a folder be opened; where it does not, its names are as safe as they get.
    const handle = await open(path, 'r').catch(() => undefined)
    try {
      await handle?.sync().catch(() => undefined)
    } finally {
      await handle?.close()
    }
  },
}

/** Names in a folder; none where there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Replaces a file so that a reader, or a crash, sees the former content or the new one whole. */
export async function replaceFile(disk: Disk, file: string, content: string, mode = 0o644): Promise<void> {
  await disk.makeFolder(dirname(file))
  const fresh = `${file}.${crypto.randomUUID().slice(0, 12)}`
  try {
    await disk.writeNew(fresh, content, mode)
    await disk.rename(fresh, file)
  } catch (error) {
    // What a full disk cut short is not left there.
    await disk.remove(fresh).catch(() => undefined)
    throw error
  }
}

/** Changes when a file is replaced. */
export async function stampOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined)
  return found === undefined ? 'none' : `${found.ino} ${found.mtimeMs} ${found.size}`
}
