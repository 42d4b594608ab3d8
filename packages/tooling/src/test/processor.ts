import { readFileSync } from 'node:fs'

/** Of Linux, always: parts of a second in which it counts. */
const ticks = 100

/**
 * Seconds of processor that the programs have used which this one started and has seen end, with those that they
 * started; not a number where the system does not tell. Other work on the machine does not count, as it does by the clock.
 */
export function processorSeconds(): number {
  try {
    const text = readFileSync('/proc/self/stat', 'utf8')
    // The name in brackets may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / ticks
  } catch {
    return Number.NaN
  }
}
