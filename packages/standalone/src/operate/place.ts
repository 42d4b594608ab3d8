import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolderFor, isPortal } from '../data-folder.ts'
import type { Told } from './settings.ts'

/** Paths of a portal's parts. */
export interface Place {
  data: string
  service: string
  releases: string
}

/** Root runs the embedded database as another user, who must be able to reach the folder. */
export function placeOf({ data, databaseUrl }: Told): Place {
  const folder = databaseUrl ? data : dataFolderFor(data, process.getuid?.() === 0)
  return { data: folder, service: join(folder, 'service'), releases: join(folder, 'releases') }
}

/** State of a running portal, in `<data>/serving.json`. */
export interface Serving {
  pid: number
  /** Its URL on this machine. */
  url: string
  services: string[]
  /** ISO 8601. */
  since: string
}

const servingFile = (data: string) => join(data, 'serving.json')

export function writeServing(data: string, serving: Serving): void {
  writeFileSync(servingFile(data), `${JSON.stringify(serving, null, 2)}\n`)
}

/** The portal that serves this folder now; null: none. */
export function readServing(data: string): Serving | null {
  if (!existsSync(servingFile(data)) || !existsSync(join(data, 'portal.pid'))) return null
  const serving = JSON.parse(readFileSync(servingFile(data), 'utf8')) as Serving
  const isHeld = Number(readFileSync(join(data, 'portal.pid'), 'utf8')) === serving.pid
  return isHeld && isPortal(serving.pid) ? serving : null
}
