import { createHash } from 'node:crypto'
import { accessSync, constants, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { LoggerRegistration } from '../portal/create.ts'

/** What must survive a killed import. */
export interface ImportState extends LoggerRegistration {
  version: 1
  url: string
  account: string
  /** Hash of the file's first lines and of the map: another file or map is another import. */
  source: string
  stationId?: string
  devices: string[]
  seq: number
  /** Everything measured up to here (epoch ms) is in the portal. */
  acknowledgedAt: number | null
}

const headBytes = 512

/** Identity of file and map; a file that has grown since is still the same. */
export async function sourceOf(file: string, mapText: string): Promise<string> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return createHash('sha256').update(buffer.subarray(0, bytesRead)).update(mapText).digest('hex')
  } finally {
    await handle.close()
  }
}

/** Beside the file, or, where nothing may be written there, in the user's state folder. */
export function defaultStateFile(file: string): string {
  const folder = dirname(resolve(file))
  const name = `${basename(file)}.import.json`
  // The mode counts even for root, whom access() always lets in.
  if ((statSync(folder).mode & 0o222) !== 0 && isWritable(folder)) return join(folder, name)
  const id = createHash('sha256').update(resolve(file)).digest('hex').slice(0, 8)
  const base = process.env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state')
  return join(base, 'helioport', `${id}-${name}`)
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
