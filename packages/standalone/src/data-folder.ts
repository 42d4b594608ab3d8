import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** PostgreSQL refuses to run as root; a root start runs it as "nobody", who must be able to reach the folder. */
function reachableByOthers(path: string): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

/** The data folder: `wanted`, or for root a folder under /var/lib where others cannot reach the wanted one. */
export function dataFolderFor(wanted: string, isRoot: boolean, reachable = reachableByOthers): string {
  const path = resolve(wanted)
  if (!isRoot || reachable(path)) return path
  return join('/var/lib/helioport', createHash('sha256').update(path).digest('hex').slice(0, 12))
}

/** Release stores: the portal's, and the one for development builds. */
export const storesOf = (data: string) => ({
  releases: join(data, 'releases'),
  development: join(data, 'development/releases'),
})

/** Node's error code, such as EEXIST. */
function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

const markName = 'helioport-data'

/** Removes only folders that a portal created. */
export function startOver(folder: string): void {
  if (!existsSync(folder)) return
  if (!existsSync(join(folder, markName))) {
    throw new Error(`${folder} was not made by Helioport (no ${markName} in it); it is left as it is`)
  }
  rmSync(folder, { recursive: true, force: true })
}

export function openDataFolder(folder: string): void {
  mkdirSync(join(folder, 'logs'), { recursive: true, mode: 0o755 })
  const mark = join(folder, markName)
  if (!existsSync(mark))
    writeFileSync(mark, 'All data of one Helioport portal. Remove the whole folder to start over.\n')
}

/** Whether the process with this pid is a portal: the pid may have been reused. */
export function isPortal(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`
  if (existsSync('/proc/self/cmdline')) {
    return existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes('standalone')
  }
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * One portal per data folder: writes the own pid, or names the running portal that holds the folder. The lock of a
 * killed process is taken over. @returns a function that releases the lock
 */
export function lockDataFolder(folder: string, pid: number, alive = isPortal): () => void {
  const path = join(folder, 'portal.pid')
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (takeLock(path, pid)) {
      return () => {
        if (existsSync(path) && readFileSync(path, 'utf8') === String(pid)) unlinkSync(path)
      }
    }
    const holder = Number(readFileSync(path, 'utf8'))
    if (holder > 0 && holder !== pid && alive(holder)) {
      throw new Error(`a portal (process ${holder}) is running on ${folder} already`)
    }
    unlinkSync(path)
  }
  throw new Error(`the lock ${path} could not be taken`)
}

function takeLock(path: string, pid: number): boolean {
  try {
    writeFileSync(path, String(pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}
