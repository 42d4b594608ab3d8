import type { IndexedRelease, ReleaseIndexPayload } from '@helioport/contract/release'
import type { RemoteManifest } from '@helioport/contract/remote'

/** Manifests of remotes under development, by name. */
type Developed = ReadonlyMap<string, RemoteManifest>

/** Time-out of a development server, ms; after it the released manifest is used. */
const patienceMs = 3_000

const isManifestOf = (name: string, data: unknown): data is RemoteManifest => {
  const { name: of, prefixes, routes, menu } = (data ?? {}) as Partial<RemoteManifest>
  return of === name && [prefixes, routes, menu].every((list) => Array.isArray(list))
}

/** The current `remote.json` of the remotes under development, by name, from their servers. */
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

/** Release of a remote that was never released, without a record. */
const neverReleased = (name: string): IndexedRelease => ({ name, release: '0.0.0-000000000000', scope: `${name}_dev`, entry: 'remoteEntry.js', integrity: '', record: '' }) // prettier-ignore

/** The index with the manifests of remotes under development: with their new pages, also for unreleased remotes. */
export function withDeveloped(index: ReleaseIndexPayload, developed: Developed): ReleaseIndexPayload {
  const remotes = [...developed].map(([name, manifest]): [string, IndexedRelease[]] => {
    const [first = neverReleased(name), ...rest] = index.remotes[name] ?? []
    return [name, [{ ...first, manifest }, ...rest]]
  })
  return { ...index, remotes: { ...index.remotes, ...Object.fromEntries(remotes) } }
}
