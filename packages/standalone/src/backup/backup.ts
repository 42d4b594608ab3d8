import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { dumpDatabase } from '@helioport/service/database'
import { placeOf } from '../operate/place.ts'
import { databaseNow, withDatabase } from '../operate/source.ts'
import { Refusal } from '../operate/refusal.ts'
import { programName, type Told } from '../operate/settings.ts'
import { bucketOf, copyBackups } from './bucket.ts'
import { packFiles, packReleases } from './files.ts'
import { keyMarkOf } from './key-mark.ts'
import { backupName } from './manifest.ts'
import { filesBucketOf, picturesFile, savePictures } from './pictures.ts'
import { makeSeal, readPassphrase } from './seal.ts'
import { openWriter, retire, type Writer } from './shelf.ts'

export interface BackupDone {
  path: string
  /** Number of database rows. */
  rows: number
  /** Names of removed old backups. */
  retired: string[]
  /** Keys of pictures that the bucket should have, and has not. */
  lost: string[]
}

/**
 * Writes a complete backup of a portal, which may be running: a snapshot of the database, then the files. Everything
 * acknowledged before the call is included. The backup appears only when it is complete.
 */
export async function backUp(told: Told, now: Date): Promise<BackupDone> {
  const place = placeOf(told)
  const { backups } = told
  if (backups === undefined) throw new Refusal('no folder of backups', `${programName} ${told.command} --to /var/backups/helioport`) // prettier-ignore
  if (!existsSync(place.data) || databaseNow(told) === 'none')
    throw new Refusal(`there is no portal in ${place.data}`, `${programName} serve --data ${place.data}`)
  const seal = told.passphraseFile === undefined ? null : await makeSeal(readPassphrase(told.passphraseFile))
  const writer = openWriter(backups, backupName(now), seal)
  try {
    const { rows, takenAt, migration, lost } = await writeDatabase(told, writer)
    await writer.add('files.tar', packFiles(place.data))
    await packReleases(place.releases, (archive) => writer.add('releases.tar', archive))
    const keyMark = keyMarkOf(told.environment, place.service)
    const path = writer.finish({ takenAt, finishedAt: new Date().toISOString(), migration, keyMark })
    return { path, rows, retired: retire(backups, told.keep), lost }
  } catch (error) {
    writer.giveUp()
    throw error
  }
}

async function writeDatabase(told: Told, writer: Writer) {
  const bucket = filesBucketOf(told.environment)
  let lost: string[] = []
  const dump = await withDatabase(told, ({ db }) =>
    dumpDatabase(
      db,
      (table, rows) => writer.add(`database/${table}.copy`, rows),
      async (pictures) => {
        lost = await savePictures(bucket, pictures, (lines) => writer.add(picturesFile, lines))
      },
    ),
  )
  await writer.add('database.json', Readable.from([JSON.stringify(dump, null, 2)]))
  const rows = Object.values(dump.rows).reduce((sum, count) => sum + count, 0)
  return { rows, takenAt: dump.takenAt, migration: dump.migrations.at(-1) ?? '', lost }
}

export async function runBackup(told: Told): Promise<number> {
  const { path, rows, retired, lost } = await backUp(told, new Date())
  console.log(`✓ ${path}: ${rows} rows${told.passphraseFile === undefined ? '' : ', sealed'}`)
  for (const name of retired) console.log(`  ${name} went; ${told.keep} stay`)
  for (const key of lost) console.error(`! the bucket of FILES_S3_URL has no ${key}: the picture is lost`)
  if (told.passphraseFile === undefined) console.log('  It holds all keys in the clear; --passphrase-file seals it.')
  await copyToBucket(told)
  console.log(`  next: ${programName} restore --check --from ${path}`)
  return 0
}

/** Copies missing backups to the bucket; after a failure the next backup catches up. */
async function copyToBucket({ environment, backups = '', keep }: Told): Promise<void> {
  const bucket = bucketOf(environment)
  if (bucket === undefined) return
  const { copied, retired } = await copyBackups(bucket, backups, keep)
  for (const name of copied) console.log(`✓ ${bucket.name}${name}`)
  for (const name of retired) console.log(`  ${bucket.name}${name} went; ${keep} stay`)
}
