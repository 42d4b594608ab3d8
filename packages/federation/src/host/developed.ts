import type { IndexedRelease, ReleaseIndexPayload } from '@helioport/contract/release'
import type { RemoteManifest } from '@helioport/contract/remote'

/** Data of remotes under development, by name. */
type Developed = ReadonlyMap<string, RemoteManifest>

/** A development server that does not answer within this time leaves the released data, in ms. */
const patienceMs = 3_000

const isManifestOf = (name: string, data: unknown): data is RemoteManifest => {
  const { name: of, prefixes, routes, menu } = (data ?? {}) as Partial<RemoteManifest>
  return of === name && [prefixes, routes, menu].every((list) => Array.isArray(list))
}

/** `remote.json` of the remotes under development, as their servers have it now: by name. */
export async function developedManifests(origins: Readonly<Record<string, string>>): Promise<Developed> {
  const asked = Object.entries(origins).map(async ([name, origin]) => {
    const reply = await fetch(`${origin}/remote.json`, { signal: AbortSignal.timeout(patienceMs) }).catch(
      () => undefined,
    )
    const data: unknown = reply?.ok === true ? await reply.json().catch(() => undefined) : undefined
    return isManifestOf(name, data) ? [[name, data] as const] : []
  })
  return new Map((await Promise.all(asked)).flat())
}

/** Of a remote that was never released: there is no record of it. */
const neverReleased = (name: string): IndexedRelease => ({ name, release: '0.0.0-000000000000', scope: `${name}_dev`, entry: 'remoteEntry.js', integrity: '', record: '' }) // prettier-ignore

/** The index with the data of remotes under development: their new pages are there, and those that have no release yet. */
export function withDeveloped(index: ReleaseIndexPayload, developed: Developed): ReleaseIndexPayload {
  const remotes = [...developed].map(([name, manifest]): [string, IndexedRelease[]] => {
    const [first = neverReleased(name), ...rest] = index.remotes[name] ?? []
    return [name, [{ ...first, manifest }, ...rest]]
  })
  return { ...index, remotes: { ...index.remotes, ...Object.fromEntries(remotes) } }
}
