import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, fsyncSync, mkdirSync, openSync, closeSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs' // prettier-ignore
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { isAlive } from './process-alive.ts'
import { backupsIn, type Manifest, manifestFile } from './manifest.ts'
import type { Open, Seal } from './seal.ts'

/** Compresses telemetry to a sixth, three times as fast as the default level. */
const gzipLevel = 3
const unfinished = /^\.unfinished-(\d+)-/

/** Writes the files of one backup. */
export interface Writer {
  /** Adds a compressed file, encrypted where the backup is; appends `.gz` and `.age` to the name. */
  add: (name: string, source: Readable) => Promise<void>
  /** Completes the backup. @returns its path */
  finish: (about: Omit<Manifest, 'files' | 'sealed' | 'schema'>) => string
  giveUp: () => void
}

function sync(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Removes remains of killed backups; a backup in progress stays. */
function clearUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = unfinished.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** Files are written under a temporary name beside the backups; `finish` renames the whole. */
export function openWriter(folder: string, name: string, seal: Seal | null): Writer {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  clearUnfinished(folder)
  const path = join(folder, `.unfinished-${process.pid}-${name}`)
  mkdirSync(path, { mode: 0o700 })
  const files: Manifest['files'] = {}

  async function write(file: string, source: Readable): Promise<void> {
    const to = join(path, file)
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    let bytes = 0
    const count = new Transform({
      transform(part: Buffer, _encoding, passOn) {
        hash.update(part)
        bytes += part.length
        passOn(null, part)
      },
    })
    await pipeline(source, count, createWriteStream(to, { mode: 0o600, flags: 'wx', flush: true }))
    files[file] = { bytes, sha256: hash.digest('hex') }
  }
  return {
    add: async (file, source) => {
      const gzip = createGzip({ level: gzipLevel })
      const packing = pipeline(source, gzip)
      const sealed = seal === null ? gzip : await seal.seal(gzip)
      await Promise.all([packing, write(`${file}.gz${seal === null ? '' : '.age'}`, sealed)])
    },
    finish: (about) => {
      if (seal !== null) {
        writeFileSync(join(path, 'key.age'), seal.keyFile, { mode: 0o600, flush: true })
        const sha256 = createHash('sha256').update(seal.keyFile).digest('hex')
        files['key.age'] = { bytes: seal.keyFile.length, sha256 }
      }
      const manifest: Manifest = { schema: 1, sealed: seal !== null, ...about, files }
      writeFileSync(join(path, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
      for (const inner of [path, join(path, 'database')]) if (existsSync(inner)) sync(inner)
      renameSync(path, join(folder, name))
      sync(folder)
      return join(folder, name)
    },
    giveUp: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** A file of a backup, decrypted and decompressed. */
export async function readBack(path: string, name: string, open: Open | null): Promise<Readable> {
  const raw = createReadStream(join(path, `${name}.gz${open === null ? '' : '.age'}`))
  const packed = open === null ? raw : await open(raw)
  const gunzip = createGunzip()
  // The reader of the stream gets the error.
  pipeline(packed, gunzip).catch(() => {})
  return gunzip
}

export const readKeyFile = (path: string) => readFileSync(join(path, 'key.age'))

/** Removes the oldest backups until `keep` are left. @returns their names */
export function retire(folder: string, keep: number): string[] {
  const old = backupsIn(folder).slice(0, -keep)
  for (const name of old) {
    const going = join(folder, `.unfinished-0-${name}`)
    renameSync(join(folder, name), going)
    rmSync(going, { recursive: true, force: true })
  }
  return old
}
