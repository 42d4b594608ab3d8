import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Contents of the running server's `postmaster.pid`. */
export interface Postmaster {
  pid: number
  socketFolder: string
  /** `ready`, `starting`, `stopping`. */
  state: string
}

export function readPostmaster(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return null
    return { pid, socketFolder: lines[4]?.trim() ?? '', state: lines[7]?.trim() ?? '' }
  } catch {
    return null
  }
}

/** A zombie does not count: it holds no resources. */
export function isAlive(pid: number): boolean {
  // 0 and below address process groups.
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return readState(pid) !== 'Z'
}

/** True when the process is a PostgreSQL server, or when that cannot be found out. */
export function looksLikePostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]?.includes('postgres') ?? false
  } catch {
    return statSync('/proc/self', { throwIfNoEntry: false }) === undefined
  }
}

function readState(pid: number): string {
  try {
    return /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? ''
  } catch {
    return ''
  }
}
