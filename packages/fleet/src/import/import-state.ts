import { createHash } from 'node:crypto'
import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { HeldRow } from '@helioport/import'
import type { LoggerRegistration } from '../portal/create.ts'

/** State that survives a killed import. */
export interface ImportState extends LoggerRegistration {
  version: 1
  url: string
  account: string
  /** Hash of the earliest rows and of the map: a different hash means a different import. */
  source: string
  stationId?: string
  /** Whether the portal knows the stamp of the map's times. */
  isStampTold?: boolean
  devices: string[]
  seq: number
  /** All rows up to here (epoch ms) are in the portal. */
  acknowledgedAt: number | null
  /** Number of these rows. */
  acknowledgedRows?: number
}

const headRows = 5

/** Identity of measurements and map. */
export function sourceOf(rows: readonly HeldRow[], mapText: string): string {
  const head = rows.slice(0, headRows).map(({ at, devices, sensors }) => ({ at, devices, sensors }))
  return createHash('sha256').update(JSON.stringify(head)).update(mapText).digest('hex')
}

/** State file beside the data file, or in the user's state folder if that folder is read-only. */
export function defaultStateFile(file: string): string {
  const folder = dirname(resolve(file))
  const name = `${basename(file)}.import.json`
  // The mode is checked separately, because access() always succeeds for root.
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
