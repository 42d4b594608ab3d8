import { link, mkdir, open, readdir, rename, rm, stat, truncate, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'

/** All writing operations on a store's folder. Tests pass one that fails, or ends the process, at any step. */
export interface Disk {
  makeFolder: (path: string, mode?: number) => Promise<void>
  /** Writes a file that must not exist yet, and waits until it is on the disk. */
  writeNew: (file: string, content: string, mode: number) => Promise<void>
  rename: (from: string, to: string) => Promise<void>
  /** Makes a hard link. @throws EEXIST where the name is taken */
  link: (from: string, to: string) => Promise<void>
  /** Removes a file, or a folder with its content, if it exists. */
  remove: (path: string) => Promise<void>
  /** Empties a file, which needs no disk space. @throws ENOENT where it does not exist */
  empty: (file: string) => Promise<void>
  /** Sets a file's modification time (epoch in s). */
  touch: (file: string, at: number) => Promise<void>
  /** Waits until a folder's entries are on the disk. */
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
    // Some systems cannot open a folder; there nothing more can be done.
    const handle = await open(path, 'r').catch(() => undefined)
    try {
      await handle?.sync().catch(() => undefined)
    } finally {
      await handle?.close()
    }
  },
}

/** Names in a folder; empty if the folder does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Replaces a file atomically: a reader, or a crash, sees the former content or the whole new one. */
export async function replaceFile(disk: Disk, file: string, content: string, mode = 0o644): Promise<void> {
  await disk.makeFolder(dirname(file))
  const fresh = `${file}.${crypto.randomUUID().slice(0, 12)}`
  try {
    await disk.writeNew(fresh, content, mode)
    await disk.rename(fresh, file)
  } catch (error) {
    // A full disk may have left an incomplete file.
    await disk.remove(fresh).catch(() => undefined)
    throw error
  }
}

/** Differs after a file was replaced. */
export async function stampOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined)
  return found === undefined ? 'none' : `${found.ino} ${found.mtimeMs} ${found.size}`
}
