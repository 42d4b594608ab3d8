import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { layDown } from '../decided.ts'
import { namesIn } from '../disk.ts'
import type { Layout, SharedState } from '../layout.ts'
import type { HeldLock } from '../lock.ts'
import { type ObjectStore, ObjectStoreError } from '@helioport/object-store'
import { proveConditions } from './conditions.ts'

/** Another host has changed the state since this host read it; nothing was changed. */
export class StateMoved extends Error {}

/** Content by path below the store. */
type Files = Record<string, string>

const stateKey = 'state/release-hosts'
const headers = { type: 'application/octet-stream', cache: 'no-store' }
const cipher = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]
/** Buckets that this process has tested for conditional writes. */
const proved = new WeakSet<ObjectStore>()

/**
 * Files below `keys/` that belong to each host alone: its lock, and its operator's key, which is replaced to lock
 * somebody out.
 */
const isOwn = (name: string) => name === 'operator-key' || name.startsWith('lock')

/** Folders whose files are the same at all hosts. */
const folders = (layout: Layout) => [join(layout.root, 'pointers'), layout.keys, layout.proposals]

function isShared(layout: Layout, path: string): boolean {
  if (path === layout.index || path === layout.audit) return true
  const folder = folders(layout).find((one) => path.startsWith(`${one}/`))
  return folder !== undefined && !isOwn(relative(folder, path))
}

async function sharedFiles(layout: Layout): Promise<Files> {
  const inFolders = folders(layout).map(async (folder) => (await namesIn(folder)).map((name) => join(folder, name)))
  const paths = [layout.index, layout.audit, ...(await Promise.all(inFolders)).flat()]
  const read = paths
    .filter((path) => isShared(layout, path))
    .map(async (path) => {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      return text === undefined ? [] : [[relative(layout.root, path), text] as const]
    })
  return Object.fromEntries((await Promise.all(read)).flat())
}

/** Lines of the audit log, which only grows: the state with more lines is newer. */
const linesOf = (files: Files) => (files['audit.jsonl'] ?? '').split('\n').length

/** The state contains signing keys, and the bucket may be open to a CDN: it is encrypted with the hosts' secret. */
function createSeal(secret: string) {
  const key = scryptSync(secret, 'helioport release state', 32)
  return {
    close(files: Files): Buffer {
      const iv = randomBytes(ivBytes)
      const sealing = createCipheriv(cipher, key, iv)
      const text = Buffer.concat([sealing.update(gzipSync(JSON.stringify(files))), sealing.final()])
      return Buffer.concat([iv, sealing.getAuthTag(), text])
    },
    open(bytes: Buffer): Files {
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      const text = Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()])
      return JSON.parse(gunzipSync(text).toString()) as Files
    },
  }
}

/** Makes no request yet. `secret`: the same at all hosts that share the state. */
export function openSharedState(objects: ObjectStore, secret: string): SharedState {
  const seal = createSeal(secret)
  /** ETag of the version in the folder; null: there is none yet; undefined: not known. */
  let seen: string | null | undefined

  function opened(bytes: Buffer): Files {
    try {
      return seal.open(bytes)
    } catch {
      throw new ObjectStoreError(`${stateKey} in ${objects.name} was not written with this RELEASE_STATE_SECRET; give all hosts the same`) // prettier-ignore
    }
  }

  async function lay(layout: Layout, held: HeldLock, state: Files): Promise<void> {
    const here = await sharedFiles(layout)
    if (linesOf(here) > linesOf(state))
      throw new ObjectStoreError(`${layout.root} knows of changes that ${stateKey} in ${objects.name} does not have; begin a further host with an empty folder`) // prettier-ignore
    const changed = Object.entries(state).filter(([path, text]) => here[path] !== text)
    const gone = Object.keys(here).filter((path) => state[path] === undefined)
    if (changed.length + gone.length === 0) return
    const write = new Map(changed.map(([path, text]) => [join(layout.root, path), text]))
    await layDown(layout, held, { write, remove: gone.map((path) => join(layout.root, path)) })
  }

  return {
    isNews: async () => (await objects.look(stateKey, seen ?? undefined)) !== (seen === null ? undefined : 'same'),
    async pull(layout, held) {
      if (!proved.has(objects)) await proveConditions(objects)
      proved.add(objects)
      const found = await objects.look(stateKey, seen ?? undefined)
      if (found === 'same') return
      if (found !== undefined) await lay(layout, held, opened(found.bytes))
      else if (typeof seen === 'string') throw new ObjectStoreError(`${stateKey} is gone from ${objects.name}`)
      seen = found?.tag ?? null
    },
    async push(layout, { write, remove = [] }) {
      if (seen === undefined) throw new Error('the state is changed before it was looked at')
      const state = await sharedFiles(layout)
      for (const path of remove) delete state[relative(layout.root, path)]
      for (const [path, text] of write) if (isShared(layout, path)) state[relative(layout.root, path)] = text
      const asSeen = seen
      // The next look will show the outcome, even if this request is interrupted.
      seen = undefined
      if ((await objects.replace(stateKey, seal.close(state), headers, asSeen)) === undefined)
        throw new StateMoved('another release host was first')
    },
  }
}

/**
 * The state that the environment makes hosts share, in the bucket of their releases; undefined without
 * RELEASE_STATE_SECRET.
 */
export function sharedStateFrom(
  objects: ObjectStore | undefined,
  env: Readonly<Record<string, string | undefined>>,
): SharedState | undefined {
  const { RELEASE_STATE_SECRET: secret = '' } = env
  if (secret === '') return undefined
  if (objects === undefined) throw new Error('RELEASE_STATE_SECRET needs RELEASE_S3_URL: the state lies in that bucket')
  if (secret.length < 32) throw new Error('RELEASE_STATE_SECRET is shorter than 32 characters: openssl rand -base64 32')
  return openSharedState(objects, secret)
}
