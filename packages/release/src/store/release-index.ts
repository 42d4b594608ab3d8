import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  type Canary,
  type IndexedRelease,
  indexSchema,
  type Release,
  type ReleaseIndexPayload,
  type SignedReleaseIndex,
} from '@helioport/contract/release'
import { readAudit } from './audit.ts'
import type { KeyRing } from './keys.ts'
import { jsonText, type Layout, readJson } from './layout.ts'
import { pullRelease, retainedReleases } from './release-objects.ts'
import { formerOf, type Pointer, readPointers } from './pointer.ts'
import { checkIndex } from './schemas.ts'

const dayMs = 86_400_000
/** An index that nobody renews is refused after this long. */
export const validDays = 30

export async function readRelease(layout: Layout, name: string, release: string): Promise<Release> {
  const file = join(layout.release(name, release), 'release.json')
  let read = await readJson<Release>(file)
  if (read === undefined && layout.objects !== undefined) {
    await pullRelease(layout.objects, layout, name, release)
    read = await readJson<Release>(file)
  }
  if (read === undefined) throw new Error(`there is no release ${release} of ${name} in ${layout.root}`)
  return read
}

/** One that was damaged is as good as none: what the pointers say is signed anew. */
export async function readIndex(
  layout: Layout,
): Promise<{ signed: SignedReleaseIndex; payload: ReleaseIndexPayload } | undefined> {
  try {
    const signed = await readJson<SignedReleaseIndex>(layout.index)
    if (signed === undefined) return undefined
    const payload = JSON.parse(signed.payload) as ReleaseIndexPayload
    return Number.isInteger(payload.serial) ? { signed, payload } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Former versions of this program wrote indexes that say other things. */
const isOfSchema = ({ schema }: { schema: number }) => schema === indexSchema

/** What the index says of a release; its record is pinned by the hash of its bytes, and with it all that it names. */
export function indexedRelease(
  { name, release, scope, entry, files, manifest }: Release,
  record: Buffer,
): IndexedRelease {
  const integrity = files[entry]?.integrity
  if (integrity === undefined) throw new Error(`release ${release} of ${name} has no hash of its entry`)
  const about = { name, release, scope, entry, integrity, record: `sha256-${createHash('sha256').update(record).digest('base64')}` } // prettier-ignore
  if (manifest === undefined) return about
  // The titles of pages are many and long; they are needed when a page is entered, and the record has them.
  const routes = manifest.routes.map(({ title: _title, ...route }) => route)
  return { ...about, manifest: { ...manifest, routes } }
}

async function indexed(layout: Layout, name: string, release: string): Promise<IndexedRelease> {
  const read = await readRelease(layout, name, release)
  return indexedRelease(read, await readFile(join(layout.release(name, release), 'release.json')))
}

/** Without its manifest where that is the one of the release before it. */
function behind(first: IndexedRelease | undefined, { manifest, ...rest }: IndexedRelease): IndexedRelease {
  return manifest === undefined || isDeepStrictEqual(manifest, first?.manifest) ? rest : { ...rest, manifest }
}

/** A part whose files are damaged keeps what the index said of it: it must not stand in the way of the others. */
async function entriesOrKept(
  layout: Layout,
  pointer: Pointer,
  before?: ReleaseIndexPayload,
): Promise<IndexedRelease[]> {
  try {
    return await entriesOf(layout, pointer)
  } catch (error) {
    const kept = pointer.name === 'shell' ? [before?.shell ?? []].flat() : (before?.remotes[pointer.name] ?? [])
    // What the change took back must not stand in for it.
    const isOut = ({ release }: IndexedRelease) => [...pointer.withdrawn, ...pointer.revoked].includes(release)
    if (kept[0]?.release === pointer.current) return kept.filter((one, at) => at === 0 || !isOut(one))
    throw error
  }
}

async function entriesOf(layout: Layout, pointer: Pointer): Promise<IndexedRelease[]> {
  const current = await indexed(layout, pointer.name, pointer.current)
  const former = formerOf(pointer, await retainedReleases(layout, pointer.name))
  return former === undefined ? [current] : [current, behind(current, await indexed(layout, pointer.name, former))]
}

async function canaryOf(
  layout: Layout,
  { name, canary }: Pointer,
  first?: IndexedRelease,
): Promise<[string, Canary][]> {
  if (canary === null) return []
  const release = behind(first, await indexed(layout, name, canary.release))
  return [[name, { release, percent: canary.percent }]]
}

/** The highest serial that the pointers have seen. */
async function pointedSerial(layout: Layout): Promise<number> {
  const pointers = await readPointers(layout)
  return Math.max(0, ...pointers.flatMap(({ history }) => history.map(({ serial }) => serial)))
}

/** Serial that the next index gets; it grows even if index.json was lost, or a change was cut short. Hold the lock. */
export async function nextSerial(layout: Layout): Promise<number> {
  const [index, pointed, [last]] = await Promise.all([readIndex(layout), pointedSerial(layout), readAudit(layout, 1)])
  return 1 + Math.max(index?.payload.serial ?? 0, pointed, last?.serial ?? 0)
}

/** Whether the index has half of its time behind it, is of an older schema, or lacks a change that the pointers have. */
export async function isLate(layout: Layout, now: Date): Promise<boolean> {
  const [index, pointed] = await Promise.all([readIndex(layout), pointedSerial(layout)])
  if (index === undefined) return pointed > 0
  const left = Date.parse(index.payload.notAfter) - now.getTime()
  return left < (validDays / 2) * dayMs || !isOfSchema(index.payload) || pointed > index.payload.serial
}

/** The signed index of what pointers say, as its file. Hold the lock. */
export async function indexText(
  layout: Layout,
  pointers: readonly Pointer[],
  { serial, now, ring }: { serial: number; now: Date; ring: KeyRing },
): Promise<{ text: string; payload: ReleaseIndexPayload }> {
  const found = (await readIndex(layout))?.payload
  const before = found !== undefined && isOfSchema(found) ? found : undefined
  const entries = new Map<string, IndexedRelease[]>()
  for (const pointer of pointers) entries.set(pointer.name, await entriesOrKept(layout, pointer, before))
  const [shell = null] = entries.get('shell') ?? []
  entries.delete('shell')
  const canaries = await Promise.all(
    pointers.map((pointer) => canaryOf(layout, pointer, entries.get(pointer.name)?.[0])),
  )
  const payload = checkIndex({
    schema: indexSchema,
    serial,
    createdAt: now.toISOString(),
    notAfter: new Date(now.getTime() + validDays * dayMs).toISOString(),
    shell,
    remotes: Object.fromEntries(entries),
    canaries: Object.fromEntries(canaries.flat()),
    keys: [ring.current, ring.next].map(({ keyId, publicKey }) => ({ keyId, publicKey })),
    revoked: pointers.flatMap(({ name, revoked }) => revoked.map((release) => `${name}/${release}`)),
  })
  const signed = ring.current.sign(JSON.stringify(payload).replaceAll('<', '\\u003c'))
  const { succession } = ring
  return { text: jsonText(succession.length === 0 ? signed : { ...signed, succession }), payload }
}
