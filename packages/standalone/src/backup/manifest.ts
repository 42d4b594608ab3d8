import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../operate/refusal.ts'
import { programName } from '../operate/settings.ts'

/**
 * The last file of a backup: without it, it is none.
 *   manifest.json           this, in the clear
 *   key.age                 where it is sealed: the key of all other files, behind the passphrase
 *   database.json.gz        schema, partitions, numbers of rows
 *   database/TABLE.copy.gz  rows, as COPY of PostgreSQL writes and reads them
 *   files.tar.gz, releases.tar.gz
 * A sealed file has .age behind its name.
 */
export interface Manifest {
  schema: 1
  /** ISO 8601: all that was acknowledged before it is in the backup. */
  takenAt: string
  finishedAt: string
  sealed: boolean
  /** Migration that the schema is at. */
  migration: string
  /** Hash of the key that seals what lies in the database. */
  keyMark: string | null
  /** By path in the backup. */
  files: Record<string, { bytes: number; sha256: string }>
}

export const manifestFile = 'manifest.json'
const namePattern = /^helioport-\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z$/

/** Names sort by time. */
export const backupName = (at: Date) => `helioport-${at.toISOString().replaceAll(':', '')}`

export const isBackupName = (name: string) => namePattern.test(name)

/** Whole backups in a folder, oldest first. */
export function backupsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter(isBackupName)
  return names.filter((name) => existsSync(join(folder, name, manifestFile))).toSorted()
}

export const readManifest = (path: string) => JSON.parse(readFileSync(join(path, manifestFile), 'utf8')) as Manifest

/**
 * The backup that a folder is, or the newest whole one in it.
 * @throws Refusal where there is none
 */
export function findBackup(folder: string): { path: string; manifest: Manifest } {
  const newest = backupsIn(folder).at(-1)
  const path = newest === undefined ? folder : join(folder, newest)
  if (existsSync(join(path, manifestFile))) return { path, manifest: readManifest(path) }
  throw new Refusal(`there is no whole backup in ${folder}`, `ls -l ${folder}, or ${programName} restore --from ANOTHER-FOLDER`) // prettier-ignore
}

/** What was written is not what is there: nobody's mistake in typing, and no backup. */
class DamagedBackup extends Error {
  readonly next = `${programName} restore --from ANOTHER-BACKUP`
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** @throws DamagedBackup a file is missing, cut short or changed */
export async function checkFiles(path: string, { files }: Manifest): Promise<void> {
  for (const [name, { bytes, sha256 }] of Object.entries(files)) {
    const found = statSync(join(path, name), { throwIfNoEntry: false })
    if (found === undefined) throw new DamagedBackup(`${name} is missing in ${path}`)
    if (found.size !== bytes || (await hashOf(join(path, name))) !== sha256)
      throw new DamagedBackup(`${name} in ${path} is not as it was written`)
  }
}
