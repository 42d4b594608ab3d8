import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../operate/refusal.ts'
import { programName } from '../operate/settings.ts'

/**
 * The last file of a backup; a folder without it is not a backup.
 *   manifest.json           this file, unencrypted
 *   key.age                 in encrypted backups: the key of all other files, encrypted with the passphrase
 *   database.json.gz        schema, partitions, numbers of rows
 *   database/TABLE.copy.gz  rows in PostgreSQL's COPY format
 *   pictures.jsonl.gz       pictures of the bucket, where there is one: key, media type, bytes in base64
 *   files.tar.gz, releases.tar.gz
 * Encrypted files end with .age.
 */
export interface Manifest {
  schema: 1
  /** ISO 8601: everything acknowledged before is in the backup. */
  takenAt: string
  finishedAt: string
  sealed: boolean
  /** Migration level of the schema. */
  migration: string
  /** Fingerprint of the key that encrypts values in the database. */
  keyMark: string | null
  /** By path within the backup. */
  files: Record<string, { bytes: number; sha256: string }>
}

export const manifestFile = 'manifest.json'
const namePattern = /^helioport-\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z$/

/** Names sort by time. */
export const backupName = (at: Date) => `helioport-${at.toISOString().replaceAll(':', '')}`

export const isBackupName = (name: string) => namePattern.test(name)

/** Complete backups in a folder, oldest first. */
export function backupsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter(isBackupName)
  return names.filter((name) => existsSync(join(folder, name, manifestFile))).toSorted()
}

export const readManifest = (path: string) => JSON.parse(readFileSync(join(path, manifestFile), 'utf8')) as Manifest

/**
 * The backup in this folder, or the newest complete one below it.
 * @throws Refusal where there is none
 */
export function findBackup(folder: string): { path: string; manifest: Manifest } {
  const newest = backupsIn(folder).at(-1)
  const path = newest === undefined ? folder : join(folder, newest)
  if (existsSync(join(path, manifestFile))) return { path, manifest: readManifest(path) }
  throw new Refusal(`there is no whole backup in ${folder}`, `ls -l ${folder}, or ${programName} restore --from ANOTHER-FOLDER`) // prettier-ignore
}

/** A damaged backup: not a usage error, so it is no Refusal. */
class DamagedBackup extends Error {
  readonly next = `${programName} restore --from ANOTHER-BACKUP`
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** @throws DamagedBackup for a missing, truncated or changed file */
export async function checkFiles(path: string, { files }: Manifest): Promise<void> {
  for (const [name, { bytes, sha256 }] of Object.entries(files)) {
    const found = statSync(join(path, name), { throwIfNoEntry: false })
    if (found === undefined) throw new DamagedBackup(`${name} is missing in ${path}`)
    if (found.size !== bytes || (await hashOf(join(path, name))) !== sha256)
      throw new DamagedBackup(`${name} in ${path} is not as it was written`)
  }
}
