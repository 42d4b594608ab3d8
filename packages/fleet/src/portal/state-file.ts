import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Reads a JSON file; undefined if it does not exist. Throws an Error that names the file if it is damaged. */
export function readState<T>(file: string): T | undefined {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch (error) {
    throw new Error(`${file} is damaged; move it away to start over`, { cause: error })
  }
}

/** Replaces a file atomically; only its owner can read it, because it holds logger keys. */
export function writeState(file: string, state: unknown): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const next = `${file}.next`
  writeFileSync(next, JSON.stringify(state), { mode: 0o600 })
  renameSync(next, file)
}
