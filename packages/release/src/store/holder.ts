import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process, as another one can tell whether it still runs. */
export interface Holder {
  host: string
  /** Of this start of the system; null where the system does not say. */
  boot: string | null
  /** Processes of another container have numbers of their own. Null where the system does not say. */
  namespace: string | null
  pid: number
  /** When the process began, in the system's own count: a number that was given out anew is another process. */
  started: string | null
  /** ISO instant at which the lock was taken, by the holder's clock. */
  since: string
  /** Of this one holding. */
  id: string
}

const read = (get: () => string): string | null => {
  try {
    return get().trim()
  } catch {
    return null
  }
}

/** Twenty-second field of /proc/<pid>/stat; the name before it may hold anything, brackets too. */
function startOf(pid: number): string | null {
  const text = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

const system = () => ({
  host: hostname(),
  boot: read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
  namespace: read(() => readlinkSync('/proc/self/ns/pid')),
})

/** This process, as a holder of one lock. */
export function thisHolder(now: Date): Holder {
  const { pid } = process
  return { ...system(), pid, started: startOf(pid), since: now.toISOString(), id: crypto.randomUUID() }
}

/** Whether a holder runs no more. `unknown`: it is of another system or container, and only its silence can tell. */
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

/** Who it is, in words. */
export const holderText = ({ pid, host, since }: Holder): string => `process ${pid} on ${host} since ${since}`

/** Of a lock file; undefined where it is damaged. */
export function readHolder(text: string): Holder | undefined {
  try {
    const { pid, id, host, boot = null, namespace = null, started = null, since = '' } = (JSON.parse(text) ?? {}) as Partial<Holder> // prettier-ignore
    const isWhole = typeof pid === 'number' && typeof id === 'string' && typeof host === 'string'
    return isWhole ? { pid, id, host, boot, namespace, started, since } : undefined
  } catch {
    return undefined
  }
}
