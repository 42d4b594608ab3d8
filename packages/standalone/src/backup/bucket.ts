import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ObjectStore, objectStoreFrom } from '@helioport/object-store'
import { Refusal } from '../operate/refusal.ts'
import { programName } from '../operate/settings.ts'
import { backupsIn, isBackupName, manifestFile, readManifest } from './manifest.ts'

/** The bucket for copies of backups; undefined: none configured. */
export const bucketOf = (environment: NodeJS.ProcessEnv) => objectStoreFrom('BACKUP', environment)

export const isUrl = (from: string) => /^https?:\/\//.test(from)

/** Keys of a bucket by backup; a backup is complete once its manifest, the last file, is there. */
async function backupsOf(bucket: ObjectStore): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const key of await bucket.list('')) {
    const [name = ''] = key.split('/')
    if (isBackupName(name)) found.set(name, [...(found.get(name) ?? []), key])
  }
  return found
}

const isWhole = ([name, keys]: [string, string[]]) => keys.includes(`${name}/${manifestFile}`)
const wholeOf = (found: Map<string, string[]>) =>
  [...found].filter(isWhole).map(([name]) => name).toSorted() // prettier-ignore

export interface Copied {
  copied: string[]
  /** Names of removed old backups. */
  retired: string[]
}

/**
 * Copies the folder's backups that the bucket lacks, then removes the oldest there until `keep` are left. Remains of an
 * interrupted copy are overwritten or removed.
 * @throws ObjectStoreError
 */
export async function copyBackups(bucket: ObjectStore, folder: string, keep: number): Promise<Copied> {
  const before = wholeOf(await backupsOf(bucket))
  const copied = backupsIn(folder).filter((name) => !before.includes(name))
  for (const name of copied) {
    const files = [...Object.keys(readManifest(join(folder, name)).files), manifestFile]
    for (const file of files) await bucket.upload(`${name}/${file}`, join(folder, name, file))
  }
  const after = await backupsOf(bucket)
  const kept = wholeOf(after).slice(-keep)
  for (const [name, keys] of after) {
    if (kept.includes(name)) continue
    // The manifest goes first: from then on it is not a backup.
    const manifest = `${name}/${manifestFile}`
    await bucket.remove(keys.toSorted((a, b) => Number(b === manifest) - Number(a === manifest)))
  }
  return { copied, retired: wholeOf(after).filter((name) => !kept.includes(name)) }
}

/**
 * Downloads the backup that a URL names, or the newest complete one below it, into a folder. BACKUP_S3_KEY, _SECRET and
 * _REGION are the credentials. @returns its folder
 * @throws Refusal no such backup; ObjectStoreError
 */
export async function fetchBackup(environment: NodeJS.ProcessEnv, url: string, into: string): Promise<string> {
  const parts = url.replace(/\/+$/, '').split('/')
  const wanted = isBackupName(parts.at(-1) ?? '') ? parts.pop() : undefined
  const bucket = bucketOf({ ...environment, BACKUP_S3_URL: parts.join('/') }) as ObjectStore
  const found = await backupsOf(bucket)
  const name = wanted ?? wholeOf(found).at(-1) ?? ''
  const keys = found.get(name) ?? []
  if (!isWhole([name, keys]))
    throw new Refusal(`there is no whole backup in ${url}`, `${programName} restore --from ANOTHER-PLACE`)
  for (const key of keys) {
    const file = join(into, key)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    await bucket.download(key, file)
  }
  return join(into, name)
}
