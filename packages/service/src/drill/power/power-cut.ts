import { execFileSync } from 'node:child_process'
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** Compiles the library that records unsynced writes into `folder`; null: there is no C compiler. */
export function compileUnsynced(folder: string): string | null {
  const library = join(folder, 'unsynced.so')
  try {
    execFileSync('cc', [
      '-O2',
      '-shared',
      '-fPIC',
      '-w',
      '-o',
      library,
      join(import.meta.dirname, 'unsynced.c'),
      '-ldl',
    ])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return library
}

/** Kills every process whose working directory is the folder, all at the same moment from their point of view. */
export function killAllIn(folder: string): void {
  const isIn = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder
    } catch {
      return false
    }
  }
  for (;;) {
    const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isIn(name))
    if (found.length === 0) return
    // Stops all first, so that none runs on after another has died.
    for (const signal of ['SIGSTOP', 'SIGKILL'] as const)
      for (const pid of found)
        try {
          process.kill(Number(pid), signal)
        } catch {
          // The process has already ended.
        }
  }
}

function filesByInode(folder: string, found = new Map<string, string>()): Map<string, string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) filesByInode(path, found)
    else if (entry.isFile()) found.set(String(statSync(path).ino), path)
  }
  return found
}

const headBytes = 24

/** Undoes the writes to a file since its last sync; returns their number. */
function undo(file: string, records: Buffer): number {
  const places: { at: number; offset: number; length: number; size: number }[] = []
  for (let at = 0; at + headBytes <= records.length;) {
    const [offset, length, size] = [0, 8, 16].map((field) => Number(records.readBigInt64LE(at + field))) as [number, number, number] // prettier-ignore
    places.push({ at: at + headBytes, offset, length, size })
    at += headBytes + length
  }
  const handle = openSync(file, 'r+')
  for (const { at, offset, length, size } of places.toReversed()) {
    if (length > 0) writeSync(handle, records, at, length, offset)
    ftruncateSync(handle, size)
  }
  closeSync(handle)
  return places.length
}

/** Reduces all files of a folder to their synced state, after their writers were killed. Returns the dropped writes. */
export function dropUnsynced(folder: string, remembered: string): number {
  const files = filesByInode(folder)
  let dropped = 0
  for (const inode of readdirSync(remembered)) {
    const file = files.get(inode)
    if (file !== undefined) dropped += undo(file, readFileSync(join(remembered, inode)))
  }
  rmSync(remembered, { recursive: true })
  mkdirSync(remembered, { mode: 0o777 })
  return dropped
}
