import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { type Dump, loadDatabase, placePictures } from '@helioport/service/database'
import { openDataFolder } from '../data-folder.ts'
import { type Place, placeOf } from '../operate/place.ts'
import { inspect, withDatabase } from '../operate/source.ts'
import { outputOf, programs } from '../operate/programs.ts'
import { Refusal } from '../operate/refusal.ts'
import { programName, type Told } from '../operate/settings.ts'
import { fetchBackup, isUrl } from './bucket.ts'
import { unpack } from './files.ts'
import { keyMarkOf } from './key-mark.ts'
import { checkFiles, findBackup, type Manifest, manifestFile } from './manifest.ts'
import { filesBucketOf, picturesFile, readPictures } from './pictures.ts'
import { type Open, openSeal, readPassphrase } from './seal.ts'
import { readBack, readKeyFile } from './shelf.ts'

/** Exists in a data folder while a restore runs, or after one was interrupted. */
export const restoringMark = 'restoring'
/** Beside the backups: time and result of the last rehearsal. */
const rehearsalFile = 'rehearsal.json'

export interface RestoreDone {
  path: string
  takenAt: string
  rows: number
  /** Checks that succeeded. */
  proved: string[]
}

/** Checks that all files are intact. @returns also how they are decrypted */
async function opened(told: Told): Promise<{ path: string; manifest: Manifest; open: Open | null }> {
  const { from, passphraseFile } = told
  const wanted = from ?? told.backups
  if (wanted === undefined) throw new Refusal('no backup is named', `${programName} restore --from FOLDER`)
  const { path, manifest } = findBackup(wanted)
  await checkFiles(path, manifest)
  if (!manifest.sealed) return { path, manifest, open: null }
  if (passphraseFile === undefined)
    throw new Refusal(`${path} is sealed`, `${programName} restore --from ${path} --passphrase-file FILE`)
  return { path, manifest, open: await openSeal(readPassphrase(passphraseFile), readKeyFile(path)) }
}

function requireEmpty(data: string): void {
  if (!existsSync(data)) return
  const names = readdirSync(data)
  if (names.includes(restoringMark))
    throw new Refusal(
      `a restore into ${data} was cut off`,
      `find ${data} -mindepth 1 -delete, then the same command again`,
    )
  if (names.length > 0)
    throw new Refusal(`${data} is not empty`, `${programName} restore --data ANOTHER-FOLDER, or move ${data} away`)
}

/** Returns the number of rows, and of the pictures that lay in a bucket. */
async function lay(told: Told, place: Place, backup: Awaited<ReturnType<typeof opened>>) {
  const { path, manifest, open } = backup
  const file = (name: string) => readBack(path, name, open)
  await unpack(await file('files.tar'), place.data)
  const has = (name: string) => Object.keys(manifest.files).some((each) => each.startsWith(name))
  if (has('releases.tar')) {
    mkdirSync(place.releases, { recursive: true })
    await unpack(await file('releases.tar'), place.releases)
  }
  if (manifest.keyMark !== null && keyMarkOf(told.environment, place.service) !== manifest.keyMark)
    throw new Refusal('SECRET_KEY is not the one that this backup was made with', 'SECRET_KEY=… as it was')
  const dump = (await json(await file('database.json'))) as Dump
  const pictures = await withDatabase(told, async ({ db, migrate }) => {
    await loadDatabase(db, dump, (table) => file(`database/${table}.copy`))
    await migrate()
    const saved = has(picturesFile) ? await file(picturesFile) : Readable.from([])
    return placePictures(db, readPictures(saved), filesBucketOf(told.environment))
  })
  return { rows: Object.values(dump.rows).reduce((sum, count) => sum + count, 0), pictures }
}

/** Checks the restored data with the portal's own programs. */
async function prove(told: Told, place: Place): Promise<string[]> {
  const { migrations } = await inspect(told)
  if (migrations.missing.length > 0) throw new Error(`migrations are missing: ${migrations.missing.join(', ')}`)
  const run = async (path: string, args: readonly string[]) => (await outputOf(path, args, told.environment)).trim().split('\n').at(-1) ?? '' // prettier-ignore
  const proved = [await run(programs.serviceCommands, ['audit', '--verify', '--data', place.service])]
  if (existsSync(join(place.releases, 'index.json')))
    proved.push(await run(programs.releaseCommands, ['audit', '--verify', '--data', place.releases]))
  return proved
}

/** Restores a backup into an empty data folder, and into an empty database where `DATABASE_URL` names one. */
export async function restore(told: Told): Promise<RestoreDone> {
  const place = placeOf(told)
  requireEmpty(place.data)
  const backup = await opened(told)
  openDataFolder(place.data)
  const mark = join(place.data, restoringMark)
  writeFileSync(mark, `${backup.path}\n`)
  const { rows, pictures } = await lay(told, place, backup).catch((error: unknown) => {
    // The folder was empty before: after a refusal the advised command must find it empty again.
    if (error instanceof Refusal)
      for (const name of readdirSync(place.data)) rmSync(join(place.data, name), { recursive: true })
    throw error
  })
  const proved = await prove(told, place)
  if (pictures > 0) proved.unshift(`pictures of the bucket: ${pictures}`)
  rmSync(mark)
  return { path: backup.path, takenAt: backup.manifest.takenAt, rows, proved }
}

/** A complete restore with an embedded database, and without a bucket, into a temporary folder. */
async function rehearse(told: Told): Promise<RestoreDone> {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-rehearsal-'))
  // The embedded database may run as another user.
  chmodSync(folder, 0o755)
  const environment = { ...told.environment, DATABASE_URL: '', DATABASE_OWNER_URL: '', FILES_S3_URL: '' }
  try {
    return await restore({ ...told, data: join(folder, 'data'), databaseUrl: undefined, databaseOwnerUrl: undefined, environment }) // prettier-ignore
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stored beside the backups, for the portal's health page. */
function noteRehearsal({ from, backups }: Told, isGood: boolean): void {
  const named = from ?? backups
  if (named === undefined || !existsSync(named)) return
  const folder = existsSync(join(named, manifestFile)) ? dirname(named) : named
  const text = `${JSON.stringify({ at: new Date().toISOString(), isGood })}\n`
  try {
    writeFileSync(join(folder, rehearsalFile), text, { mode: 0o644 })
  } catch (error) {
    // A read-only backup folder can still be rehearsed.
    console.error(
      `  ${join(folder, rehearsalFile)} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

async function rehearseAndNote(told: Told): Promise<RestoreDone> {
  try {
    const done = await rehearse(told)
    noteRehearsal(told, true)
    return done
  } catch (error) {
    // A refusal, such as a missing passphrase, says nothing about the backup.
    if (!(error instanceof Refusal)) noteRehearsal(told, false)
    throw error
  }
}

/** Runs `work` on a backup in a folder; one in a bucket is fetched into a temporary folder first. */
async function withFetched<T>(told: Told, work: (told: Told) => Promise<T>): Promise<T> {
  const { from } = told
  if (from === undefined || !isUrl(from)) return work(told)
  const folder = mkdtempSync(join(tmpdir(), 'helioport-fetched-'))
  try {
    return await work({ ...told, from: await fetchBackup(told.environment, from, folder) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function runRestore(told: Told): Promise<number> {
  const { path, takenAt, rows, proved } = await withFetched(told, told.check ? rehearseAndNote : restore)
  console.log(`✓ ${told.from !== undefined && isUrl(told.from) ? told.from : path}, taken at ${takenAt}: ${rows} rows`)
  for (const line of proved) console.log(`✓ ${line}`)
  if (told.check) console.log('  A rehearsal: nothing of it is left.')
  else console.log(`  next: ${programName} serve --data ${placeOf(told).data}`)
  return 0
}
