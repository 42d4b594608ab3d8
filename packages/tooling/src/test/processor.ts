import { readFileSync } from 'node:fs'

/** Clock ticks per second in /proc, constant on Linux. */
const ticks = 100

/**
 * Processor seconds of all ended child programs, including those that they started; NaN where the system has no
 * /proc. Unlike wall time, this does not include other work on the machine.
 */
export function processorSeconds(): number {
  try {
    const text = readFileSync('/proc/self/stat', 'utf8')
    // The name in brackets may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / ticks
  } catch {
    return Number.NaN
  }
}
