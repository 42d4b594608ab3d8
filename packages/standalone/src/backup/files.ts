import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '../operate/refusal.ts'
import { programName } from '../operate/settings.ts'

/**
 * Not packed from the data folder: contents of the dump, files that a new database creates, run-time state, and logs.
 */
const leftOut = [
  'service/postgres',
  'service/run',
  'service/postgres.log',
  'service/postgres-password',
  'service/postgres-service-password',
  'service/postgres-binaries-*',
  'releases',
  'logs',
  'portal.pid',
  'serving.json',
  'restoring',
]
/**
 * Not packed first: builds in progress, locks, and the immutable releases (`r`), which follow the files that name them.
 */
const notOfStore = /^(tmp|lock\..*|r)$/
/** Changes constantly, so it is ignored in the comparison. */
const restless = 'beacons.json'
const tries = 20

/** Runs tar and returns the archive as a stream. A file that changes while it is read is not an error. */
function packed(args: readonly string[]): Readable {
  const child = spawn('tar', ['--create', '--file=-', '--numeric-owner', '--ignore-failed-read', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out = new PassThrough()
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.on('error', (error) => out.destroy(error))
  child.stdout.pipe(out, { end: false })
  child.on('close', (code) => (code === 0 || code === 1 ? out.end() : out.destroy(new Error(`tar: ${said.trim()}`))))
  return out
}

export async function unpack(archive: Readable, folder: string): Promise<void> {
  const child = spawn('tar', ['--extract', '--file=-', '--directory', folder], { stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = new Promise<number | null>((done, refuse) => child.on('error', refuse).on('close', done))
  // At the end of the archive tar may exit before its input is closed.
  const isGone = (error: unknown) =>
    ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String((error as NodeJS.ErrnoException).code))
  await pipeline(archive, child.stdin).catch((error: unknown) => {
    if (!isGone(error)) throw error
  })
  const code = await ended
  if (code !== 0) throw new Error(`tar: ${said.trim()}`)
}

/** All files of the portal except releases. */
export const packFiles = (data: string): Readable =>
  packed(['--directory', data, '--anchored', ...leftOut.map((path) => `--exclude=./${path}`), '.'])

/** Top-level names of the store that a release may change. */
const changingNames = (store: string) => readdirSync(store).filter((name) => !notOfStore.test(name))

/** A fingerprint of all files that a release may change. */
function stateOf(store: string): string {
  const seen = (path: string): string[] => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isDirectory()) return readdirSync(path).flatMap((name) => seen(join(path, name)))
    return [`${path} ${found?.ino} ${found?.mtimeMs} ${found?.size}`]
  }
  const names = changingNames(store).filter((name) => name !== restless)
  return names.toSorted().flatMap((name) => seen(join(store, name))).join('\n') // prettier-ignore
}

/** Copies them as a consistent snapshot; false if something changed meanwhile. */
function copyStill(store: string, stage: string): boolean {
  const before = stateOf(store)
  try {
    for (const name of changingNames(store))
      cpSync(join(store, name), join(stage, name), { recursive: true, preserveTimestamps: true })
  } catch (error) {
    // The file is being replaced; the next try finds the new one.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false
  }
  return stateOf(store) === before
}

/** Index, pointers, audit log and keys as a consistent snapshot, then the releases. */
export async function packReleases(store: string, add: (archive: Readable) => Promise<void>): Promise<void> {
  if (!existsSync(store) || changingNames(store).length === 0) return
  const stage = mkdtempSync(join(tmpdir(), 'helioport-backup-'))
  try {
    for (let left = tries; !copyStill(store, stage); left -= 1) {
      if (left === 0) throw new Refusal('the releases do not keep still', `${programName} backup`)
      rmSync(stage, { recursive: true })
      mkdirSync(stage, { mode: 0o700 })
      await wait(50)
    }
    const releases = existsSync(join(store, 'r')) ? ['--directory', store, './r'] : []
    await add(packed(['--directory', stage, ...readdirSync(stage).map((name) => `./${name}`), ...releases]))
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}
