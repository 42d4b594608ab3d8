import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process, described so that another one can find out whether it still runs. */
export interface Holder {
  host: string
  /** Id of the system's boot; null if the system has none. */
  boot: string | null
  /** PID namespace: containers number their processes separately. Null if the system has none. */
  namespace: string | null
  pid: number
  /** Start time in the system's own count: shows that a process number was reused. */
  started: string | null
  /** ISO instant at which the lock was taken, by the holder's clock. */
  since: string
  /** Of this acquisition of the lock. */
  id: string
}

const read = (get: () => string): string | null => {
  try {
    return get().trim()
  } catch {
    return null
  }
}

/** Start time: field 22 of /proc/<pid>/stat; the name before it may contain anything, brackets too. */
function startOf(pid: number): string | null {
  const text = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

const system = () => ({
  host: hostname(),
  boot: read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
  namespace: read(() => readlinkSync('/proc/self/ns/pid')),
})

/** This process, as the holder of one lock. */
export function thisHolder(now: Date): Holder {
  const { pid } = process
  return { ...system(), pid, started: startOf(pid), since: now.toISOString(), id: crypto.randomUUID() }
}

/** Whether a holder has ended. `unknown`: it is of another system or container, and only its silence can show that. */
export function stateOf(holder: Holder): 'running' | 'gone' | 'unknown' {
  const here = system()
  const isSame = holder.host === here.host && holder.boot === here.boot && holder.namespace === here.namespace
  if (!isSame) return 'unknown'
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone'
  }
  const started = startOf(holder.pid)
  return holder.started !== null && started !== null && started !== holder.started ? 'gone' : 'running'
}

/** Text for people. */
export const holderText = ({ pid, host, since }: Holder): string => `process ${pid} on ${host} since ${since}`

/** Reads the holder from a lock file; undefined if it is damaged. */
export function readHolder(text: string): Holder | undefined {
  try {
    const { pid, id, host, boot = null, namespace = null, started = null, since = '' } = (JSON.parse(text) ?? {}) as Partial<Holder> // prettier-ignore
    const isWhole = typeof pid === 'number' && typeof id === 'string' && typeof host === 'string'
    return isWhole ? { pid, id, host, boot, namespace, started, since } : undefined
  } catch {
    return undefined
  }
}
