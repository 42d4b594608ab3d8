import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { IndexedRelease, Release, ReleaseIndexPayload, SignedReleaseIndex } from '@helioport/contract/release'

const integrityOf = (bytes: Buffer) => `sha256-${createHash('sha256').update(bytes).digest('base64')}`
const isText = (file: string) => /\.(js|css|json|html)$/.test(file)
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export const folderOf = (store: string, { name, release }: { name: string; release: string }) =>
  join(store, 'r', name, release)

export function readRelease(store: string, name: string, release: string): Release {
  return JSON.parse(readFileSync(join(folderOf(store, { name, release }), 'release.json'), 'utf8')) as Release
}

export function readIndex(store: string): ReleaseIndexPayload {
  const signed = JSON.parse(readFileSync(join(store, 'index.json'), 'utf8')) as SignedReleaseIndex
  return JSON.parse(signed.payload) as ReleaseIndexPayload
}

/** Index entry of a release of the store. */
export function indexedRelease(store: string, { name, release }: { name: string; release: string }): IndexedRelease {
  const record = readFileSync(join(folderOf(store, { name, release }), 'release.json'))
  const { scope, entry, files, manifest } = JSON.parse(record.toString()) as Release
  const integrity = files[entry]?.integrity ?? ''
  const about = { name, release, scope, entry, integrity, record: integrityOf(record) }
  if (manifest === undefined) return about
  return { ...about, manifest: { ...manifest, routes: manifest.routes.map(({ title: _title, ...route }) => route) } }
}

/** An index signed with a key of the store (`current` or `next`), as the release host itself would. */
export function signIndex(store: string, index: ReleaseIndexPayload, key = 'index-ed25519.pem'): SignedReleaseIndex {
  const privateKey = createPrivateKey(readFileSync(join(store, 'keys', key), 'utf8'))
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' }).x ?? ''
  const keyId = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 16)
  const payload = JSON.stringify(index).replaceAll('<', '\\u003c')
  return { payload, keyId, signature: sign(null, Buffer.from(payload), privateKey).toString('base64url') }
}

/** Replaces the index of a store atomically, as a promote or a rollback does. */
export function writeSigned(store: string, signed: SignedReleaseIndex): void {
  const fresh = join(store, `index.json.${process.pid}`)
  writeFileSync(fresh, JSON.stringify(signed))
  renameSync(fresh, join(store, 'index.json'))
}

export interface CloneOptions {
  /** Twelve hex digits: the new release's identity. */
  digits: string
  /** Clone as another remote: name, and one prefix that replaces the original's. */
  as?: { name: string; prefix: string; order: number }
  /** Edits a file before it is hashed. */
  edit?: (file: string, text: string) => string
}

/** A release of the same code under another identity, with new hashes: like a build, but without one. */
export function cloneRelease(store: string, from: Release, { digits, as, edit }: CloneOptions): Release {
  const name = as?.name ?? from.name
  const release = `${from.version}-${digits}`
  const scope = `${name}_${from.version}_${digits}`.replace(/\W/g, '_')
  const [prefix = ''] = from.manifest?.prefixes ?? []
  const rename = (text: string) =>
    text.replaceAll(from.scope, scope).replaceAll(`${from.name}/${from.release}`, `${name}/${release}`)
  const source = folderOf(store, from)
  const contents = new Map<string, Buffer>()
  for (const file of Object.keys(from.files)) {
    const bytes = readFileSync(join(source, file))
    const text = isText(file) ? rename(bytes.toString()) : undefined
    contents.set(file, text === undefined ? bytes : Buffer.from(edit?.(file, text) ?? text))
  }
  // An entry contains the hashes of its chunks, so hashes are replaced until none changes.
  const hashes = new Map(Object.entries(from.files).map(([file, { integrity }]) => [file, integrity]))
  for (let changed = true; changed;) {
    changed = false
    for (const [file, bytes] of contents) {
      const [before = '', after] = [hashes.get(file), integrityOf(bytes)]
      if (before === after) continue
      changed = true
      hashes.set(file, after)
      for (const [other, content] of contents) {
        if (isText(other) && content.includes(before))
          contents.set(other, Buffer.from(content.toString().replaceAll(before, after)))
      }
    }
  }
  const folder = folderOf(store, { name, release })
  const files: Release['files'] = {}
  for (const [file, bytes] of contents) {
    const small = brotliCompressSync(bytes, quick)
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), bytes)
    writeFileSync(join(folder, `${file}.br`), small)
    writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes))
    if (existsSync(join(source, `${file}.map`))) cpSync(join(source, `${file}.map`), join(folder, `${file}.map`))
    files[file] = { integrity: integrityOf(bytes), bytes: bytes.length, brotliBytes: small.length }
  }
  const { manifest } = from
  const moved =
    manifest === undefined
      ? undefined
      : as === undefined
        ? manifest
        : { ...manifest, name, ...movedTo(manifest, prefix, as) }
  const clone: Release = { ...from, name, release, scope, files, ...(moved === undefined ? {} : { manifest: moved }) }
  writeFileSync(join(folder, 'release.json'), JSON.stringify(clone))
  return clone
}

function movedTo(manifest: NonNullable<Release['manifest']>, prefix: string, as: NonNullable<CloneOptions['as']>) {
  const move = (path: string) => path.replace(prefix, as.prefix)
  return {
    prefixes: [as.prefix],
    routes: manifest.routes.map((route) => ({
      ...route,
      path: move(route.path),
      ...(route.redirect === undefined ? {} : { redirect: move(route.redirect) }),
    })),
    menu: manifest.menu.map((entry) => ({ ...entry, path: move(entry.path), order: as.order })),
  }
}
