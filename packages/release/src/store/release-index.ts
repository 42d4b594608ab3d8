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
/** An index expires after this time unless it is renewed. */
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

/** Undefined also where the index is damaged: it is then signed again from the pointers. */
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

/** Older versions of this program wrote indexes of other schemas. */
const isOfSchema = ({ schema }: { schema: number }) => schema === indexSchema

/** The index's entry of a release. The hash of the record pins the record, and with it all files that it names. */
export function indexedRelease(
  { name, release, scope, entry, files, manifest }: Release,
  record: Buffer,
): IndexedRelease {
  const integrity = files[entry]?.integrity
  if (integrity === undefined) throw new Error(`release ${release} of ${name} has no hash of its entry`)
  const about = { name, release, scope, entry, integrity, record: `sha256-${createHash('sha256').update(record).digest('base64')}` } // prettier-ignore
  if (manifest === undefined) return about
  // Omits the pages' titles, which are many and long: they are needed on entering a page, and the record has them.
  const routes = manifest.routes.map(({ title: _title, ...route }) => route)
  return { ...about, manifest: { ...manifest, routes } }
}

async function indexed(layout: Layout, name: string, release: string): Promise<IndexedRelease> {
  const read = await readRelease(layout, name, release)
  return indexedRelease(read, await readFile(join(layout.release(name, release), 'release.json')))
}

/** Omits the manifest where it equals that of the release before it. */
function behind(first: IndexedRelease | undefined, { manifest, ...rest }: IndexedRelease): IndexedRelease {
  return manifest === undefined || isDeepStrictEqual(manifest, first?.manifest) ? rest : { ...rest, manifest }
}

/** A part whose files are damaged keeps its former entries, so that it does not block changes of other parts. */
async function entriesOrKept(
  layout: Layout,
  pointer: Pointer,
  before?: ReleaseIndexPayload,
): Promise<IndexedRelease[]> {
  try {
    return await entriesOf(layout, pointer)
  } catch (error) {
    const kept = pointer.name === 'shell' ? [before?.shell ?? []].flat() : (before?.remotes[pointer.name] ?? [])
    // A release that this change withdraws must not remain as the fall-back.
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

/** The highest serial in the pointers' histories. */
async function pointedSerial(layout: Layout): Promise<number> {
  const pointers = await readPointers(layout)
  return Math.max(0, ...pointers.flatMap(({ history }) => history.map(({ serial }) => serial)))
}

/** Serial of the next index; it grows even if index.json was lost, or a change was interrupted. Hold the lock. */
export async function nextSerial(layout: Layout): Promise<number> {
  const [index, pointed, [last]] = await Promise.all([readIndex(layout), pointedSerial(layout), readAudit(layout, 1)])
  return 1 + Math.max(index?.payload.serial ?? 0, pointed, last?.serial ?? 0)
}

/** Whether half of the index's lifetime is over, its schema is older, or it lacks a change of the pointers. */
export async function isLate(layout: Layout, now: Date): Promise<boolean> {
  const [index, pointed] = await Promise.all([readIndex(layout), pointedSerial(layout)])
  if (index === undefined) return pointed > 0
  const left = Date.parse(index.payload.notAfter) - now.getTime()
  return left < (validDays / 2) * dayMs || !isOfSchema(index.payload) || pointed > index.payload.serial
}

/** The signed index of these pointers, as text of its file. Hold the lock. */
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
