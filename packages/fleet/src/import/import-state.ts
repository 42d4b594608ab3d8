import { createHash } from 'node:crypto'
import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { HeldRow } from '@helioport/import'
import type { LoggerRegistration } from '../portal/create.ts'

/** What must survive a killed import. */
export interface ImportState extends LoggerRegistration {
  version: 1
  url: string
  account: string
  /** Hash of the earliest rows and of the map: other files or another map are another import. */
  source: string
  stationId?: string
  /** The portal knows what the times of the map are. */
  isStampTold?: boolean
  devices: string[]
  seq: number
  /** Everything measured up to here (epoch ms) is in the portal. */
  acknowledgedAt: number | null
  /** How many rows that were. */
  acknowledgedRows?: number
}

const headRows = 5

/** Identity of measurements and map; files that have grown since, at either end, are still the same. */
export function sourceOf(rows: readonly HeldRow[], mapText: string): string {
  const head = rows.slice(0, headRows).map(({ at, devices, sensors }) => ({ at, devices, sensors }))
  return createHash('sha256').update(JSON.stringify(head)).update(mapText).digest('hex')
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
