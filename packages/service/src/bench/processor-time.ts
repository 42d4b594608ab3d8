import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Fields of /proc/PID/stat after the process name. */
function fieldsOf(pid: number | string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** User and system time of a process and of its ended children, s. Linux. */
export const processorTime = (pid: number) =>
  fieldsOf(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond

/** The same for a process with all its current children. */
export function processorTimeOfAll(parent: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChild(name, parent))
  return [parent, ...children.map(Number)].reduce((sum, pid) => sum + timeIfThere(pid), 0)
}

function isChild(pid: string, parent: number): boolean {
  try {
    return Number(fieldsOf(pid)[1]) === parent
  } catch {
    return false
  }
}

/** 0 for a process that has ended meanwhile: its time is in its parent's. */
function timeIfThere(pid: number): number {
  try {
    return processorTime(pid)
  } catch {
    return 0
  }
}
