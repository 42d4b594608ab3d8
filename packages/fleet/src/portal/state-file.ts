import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Reads a JSON file; undefined when it is not there. Throws an Error that names the file when it is damaged. */
export function readState<T>(file: string): T | undefined {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch (error) {
    throw new Error(`${file} is damaged; move it away to start over`, { cause: error })
  }
}

/** Replaces a file as a whole, readable by its owner alone: it holds logger keys. */
export function writeState(file: string, state: unknown): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const next = `${file}.next`
  writeFileSync(next, JSON.stringify(state), { mode: 0o600 })
  renameSync(next, file)
}
