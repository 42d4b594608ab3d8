import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Violation } from '../gate/violation.ts'
import { noteChange } from '../store/change.ts'
import { namesIn, replaceFile } from '../store/disk.ts'
import { jsonText, type Layout, readJson } from '../store/layout.ts'
import { MoveRefused } from '../store/moves.ts'
import { pushRelease, retainedReleases } from '../store/release-objects.ts'
import { readPointer } from '../store/pointer.ts'
import { readRelease } from '../store/release-index.ts'
import { unseenReleases } from '../store/retention.ts'
import { type Identity } from '../team/identity.ts'
import { mayDo, NotAllowed } from '../team/team-key.ts'
import { examineUpload, type Findings } from './sandbox.ts'
import { readStatement, type Statement, uploadIdOf } from './statement.ts'
import { createTurns } from './turns.ts'

/** Unfinished uploads per key. */
const maxOpen = 4
/** Concurrent examinations of all keys. */
const examinedAtOnce = 2
/** Releases per part that browsers were never given; retention removes them. */
const maxUnseen = 40
/** An upload without progress is removed after this long, in ms. */
const keptMs = 24 * 3_600_000

/** The offset differs, or somebody else works on this upload now. */
export class UploadConflict extends MoveRefused {}

/** The release must not come into the store. */
export class UploadRefused extends MoveRefused {
  readonly violations: readonly Violation[]
  constructor(message: string, violations: readonly Violation[] = []) {
    super(message)
    this.violations = violations
  }
}

/** The stored state of an upload that was begun. */
interface Begun {
  /** Name of the key. */
  by: string
  statement: Statement
  /** The statement as it was sent, with its signature. */
  given: string
}

export interface UploadState {
  id: string
  /** Bytes received so far. */
  offset: number
  bytes: number
  /** The release is in the store already; nothing needs to be sent. */
  isStored: boolean
}

export interface Stored {
  part: string
  release: string
  outcome: 'stored' | 'reused'
  /** Remarks of the gate that are no objections: libraries that the release brings. */
  told: string[]
}

const folderOf = (layout: Layout, id: string) => join(layout.uploads, id)
const dataOf = (layout: Layout, id: string) => join(folderOf(layout, id), 'data')
const sizeOf = async (file: string) => (await stat(file).catch(() => undefined))?.size ?? 0

async function ofCaller(layout: Layout, id: string, { key }: Identity): Promise<Begun> {
  const begun = /^[0-9a-f]{32}$/.test(id) ? await readJson<Begun>(join(folderOf(layout, id), 'statement.json')) : undefined // prettier-ignore
  if (begun === undefined || begun.by !== key.name) throw new UploadRefused('there is no such upload')
  return begun
}

async function stateOf(layout: Layout, id: string, { statement }: Begun): Promise<UploadState> {
  const isStored = (await retainedReleases(layout, statement.part)).has(statement.release)
  return { id, offset: await sizeOf(dataOf(layout, id)), bytes: statement.bytes, isStored }
}

/** Removes abandoned uploads; returns how many uploads of a key remain. */
async function tidied(layout: Layout, busy: ReadonlySet<string>, now: number, name?: string): Promise<number> {
  let left = 0
  for (const id of await namesIn(layout.uploads)) {
    const folder = folderOf(layout, id)
    const times = await Promise.all([folder, dataOf(layout, id)].map((path) => stat(path).catch(() => undefined)))
    const touched = Math.max(...times.map((found) => found?.mtimeMs ?? 0))
    const begun = await readJson<Begun>(join(folder, 'statement.json')).catch(() => undefined)
    if (!busy.has(id) && (begun === undefined || now - touched > keptMs)) await layout.disk.remove(folder)
    else if (begun?.by === name) left += 1
  }
  return left
}

/** Appends a piece to a file; a piece beyond `room` is dropped entirely. */
async function appendPiece(file: string, size: number, room: number, piece: Readable): Promise<void> {
  let taken = 0
  const bounded = async function* (source: AsyncIterable<Buffer>) {
    for await (const part of source) {
      taken += part.length
      if (taken > room) throw new UploadRefused('more is sent than the statement says')
      yield part
    }
  }
  try {
    await pipeline(piece, bounded, createWriteStream(file, { flags: 'a' }))
  } catch (error) {
    if (error instanceof UploadRefused) await truncate(file, size)
    throw error
  }
}

/** @throws UploadRefused where the release must not come into the store */
async function check(layout: Layout, { statement }: Begun, findings: Findings, { key }: Identity) {
  if ('refused' in findings) throw new UploadRefused(findings.refused)
  const { violations, newPrefixes, hashes } = findings
  const { part } = statement
  if (violations.length > 0)
    throw new UploadRefused(`the gate refuses: ${violations.map(({ code, message }) => `${message} [${code}]`).join('; ')}`, violations) // prettier-ignore
  if (newPrefixes.length > 0 && !mayDo(key, part, 'prefix'))
    throw new UploadRefused(`${key.name} may not take ${newPrefixes.join(', ')} for ${part}`)
  await isStoredSo(layout, statement, hashes)
  return findings
}

/** Whether the release is in the store. @throws UploadRefused where it is, with other bytes */
async function isStoredSo(layout: Layout, { part, release }: Statement, hashes: Readonly<Record<string, string>>) {
  if (!(await retainedReleases(layout, part)).has(release)) return false
  const known = (await readRelease(layout, part, release)).files
  const differs = Object.keys({ ...known, ...hashes }).filter((file) => known[file]?.integrity !== hashes[file])
  if (differs.length > 0) throw new UploadRefused(`${part} ${release} lies in the store with other bytes: ${differs.slice(0, 5).join(', ')}`) // prettier-ignore
  return true
}

/** @throws UploadRefused where a part has too many releases that browsers were never given */
async function demandRoom(layout: Layout, { part, release }: Statement): Promise<void> {
  const unseen = await unseenReleases(layout, part, await readPointer(layout, part))
  if (unseen.size >= maxUnseen && !unseen.has(release))
    throw new UploadRefused(`${part} has ${unseen.size} releases that nobody was given: point to one of them, or wait until they are removed`) // prettier-ignore
}

/** Moves an examined release into the store, with its line in the audit log. */
async function lay(
  layout: Layout,
  output: string,
  { statement, by }: Begun,
  hashes: Readonly<Record<string, string>>,
  now: Date,
): Promise<Stored['outcome']> {
  const { part, release, source, lockfile } = statement
  let outcome: Stored['outcome'] = 'reused'
  await noteChange(layout, { by }, now, async () => {
    // Another key may have stored it since the examination.
    if (await isStoredSo(layout, statement, hashes)) return undefined
    outcome = 'stored'
    const reason = `from ${source.repository ?? 'no repository'} at ${source.commit?.slice(0, 12) ?? 'no commit'}, lockfile ${lockfile.slice(0, 12)}` // prettier-ignore
    return { action: 'upload', name: part, to: release, reason, bring: new Map([[layout.release(part, release), output]]) } // prettier-ignore
  })
  return outcome
}

/** One operation at a time per upload; a second one is refused. */
function createAlone() {
  const busy = new Set<string>()
  async function work<T>(id: string, one: () => Promise<T>): Promise<T> {
    if (busy.has(id)) throw new UploadConflict('this upload is being worked on; look again')
    busy.add(id)
    try {
      return await one()
    } finally {
      busy.delete(id)
    }
  }
  return { busy: busy as ReadonlySet<string>, work }
}

/** Uploads of teams: begun with a statement, sent in pieces, finished by an examination. */
export function createUploads(layout: Layout, now: () => number, examine = examineUpload) {
  const turns = createTurns(examinedAtOnce)
  // One at a time per key: concurrent calls would each count the uploads before the others begin theirs.
  const beginning = createTurns(Infinity)

  const alone = createAlone()

  /** Begins an upload, or resumes one. @throws BadStatement, MoveRefused */
  async function begin(given: string, identity: Identity): Promise<UploadState> {
    const statement = await readStatement(given, identity)
    const { name } = identity.key
    if (!mayDo(identity.key, statement.part, 'upload')) throw new NotAllowed(`${name} may not upload ${statement.part}`)
    const id = uploadIdOf(name, statement)
    const started = async () => {
      const file = join(folderOf(layout, id), 'statement.json')
      const begun: Begun = { by: name, statement, given }
      await demandRoom(layout, statement)
      const isNew = (await readJson<Begun>(file).catch(() => undefined)) === undefined
      if (isNew && (await tidied(layout, alone.busy, now(), name)) >= maxOpen)
        throw new UploadRefused(`${name} has ${maxOpen} uploads that are not finished`)
      await replaceFile(layout.disk, file, jsonText(begun))
      return stateOf(layout, id, begun)
    }
    return beginning.take(name, () => alone.work(id, started))
  }

  /** Appends a piece at `offset`; what arrived before a broken connection is kept. */
  async function append(id: string, offset: number, piece: Readable, identity: Identity): Promise<UploadState> {
    const begun = await ofCaller(layout, id, identity)
    return alone.work(id, async () => {
      const size = await sizeOf(dataOf(layout, id))
      if (offset !== size) throw new UploadConflict(`the upload is at ${size}, not ${offset}`)
      await appendPiece(dataOf(layout, id), size, begun.statement.bytes - size, piece)
      return stateOf(layout, id, begun)
    })
  }

  /**
   * Examines an upload and moves it into the store, with a line in the audit log: atomically, whatever happens.
   * @throws UploadRefused; the upload is removed then
   */
  async function finish(id: string, identity: Identity): Promise<Stored> {
    const begun = await ofCaller(layout, id, identity)
    const { statement, given, by } = begun
    const { part, release } = statement
    return alone.work(id, async () => {
      const [folder, data, output] = [folderOf(layout, id), dataOf(layout, id), join(folderOf(layout, id), 'release')]
      const size = await sizeOf(data)
      if (size < statement.bytes) throw new UploadConflict(`${size} of ${statement.bytes} bytes are here`)
      try {
        if ((await hashOf(data)) !== statement.sha256) throw new UploadRefused('what arrived is not what the statement says') // prettier-ignore
        await layout.disk.remove(output)
        await mkdir(output)
        const at = new Date(now())
        const task = { data, output, root: layout.root, statement, now: at.toISOString() }
        const findings = await turns.take(by, () => examine(task))
        const { hashes, told } = await check(layout, begun, findings, identity)
        await writeFile(join(output, 'attestation.json'), jsonText({ by, statement: given }))
        const outcome = await lay(layout, output, begun, hashes, at)
        if (layout.objects !== undefined) await pushRelease(layout.objects, layout, part, release)
        await layout.disk.remove(folder)
        return { part, release, outcome, told }
      } catch (error) {
        // Sending it again would not help.
        if (error instanceof UploadRefused) await layout.disk.remove(folder)
        throw error
      }
    })
  }

  const state = async (id: string, identity: Identity) => stateOf(layout, id, await ofCaller(layout, id, identity))
  return { begin, append, finish, state, tidy: () => tidied(layout, alone.busy, now()) }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part as Buffer)
  return hash.digest('hex')
}

/** The statement of the key that uploaded a release; undefined for one that was published here. */
export const readAttestation = (
  layout: Layout,
  part: string,
  release: string,
): Promise<{ by: string; statement: string } | undefined> =>
  // prettier-ignore
  readJson<{ by: string; statement: string }>(join(layout.release(part, release), 'attestation.json'))
