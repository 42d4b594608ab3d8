import { satisfiesHostApi } from '@helioport/contract'
import type { IndexedRelease } from '@helioport/contract/release'
import { getInstance, init, loadRemote, registerPlugins, registerRemotes } from '@module-federation/runtime'
import type { RemoteModule } from '../remote/index.ts'
import { RemoteLoadError } from './faults.ts'
import { forgetHints } from './prefetch.ts'
import { provideRuntimeCore } from './runtime-core.ts'

/** Hash of each entry that may be loaded, by absolute URL; null for an entry of a development server. */
const entries = new Map<string, string | null>()
let prepared = false

/** Modules that the shell gives to remotes, by name, as the federation run time takes them. */
export type ProvidedShares = NonNullable<Parameters<typeof init>[0]['shared']>

/** Provides the shell's modules to remotes. Call it once, before the watch that removes globals of remotes starts. */
export function provideShares(shared: ProvidedShares): void {
  provideRuntimeCore()
  init({ name: 'shell', remotes: [], shared, shareStrategy: 'loaded-first' })
}

/** Entries load through this hook with the hash of the signed index; their chunks carry hashes from their build. */
function prepare(): void {
  if (prepared) return
  prepared = true
  registerPlugins([
    {
      name: 'helioport-integrity',
      createScript({ url }) {
        const integrity = entries.get(url)
        if (integrity === undefined) throw new RemoteLoadError('integrity', `no hash is known for ${url}`)
        const script = document.createElement('script')
        script.src = url
        script.crossOrigin = 'anonymous'
        if (integrity !== null) script.integrity = integrity
        return script
      },
    },
  ])
}

function isRemoteModule(value: unknown): value is RemoteModule {
  if (typeof value !== 'object' || value === null) return false
  const { pages, messages, release } = value as Partial<RemoteModule>
  const areLoaders = (part: unknown) =>
    typeof part === 'object' && part !== null && Object.values(part).every((load) => typeof load === 'function')
  return areLoaders(pages) && areLoaders(messages) && typeof release === 'string'
}

async function load(name: string, scope: string, url: string, integrity: string | null): Promise<RemoteModule> {
  prepare()
  entries.set(url, integrity)
  // An element with this id is a global of this name, and would be mistaken for the entry.
  if (Reflect.get(globalThis, scope) instanceof Element) {
    Reflect.defineProperty(globalThis, scope, { value: undefined, configurable: true, writable: true })
  }
  registerRemotes([{ name, entry: url, entryGlobalName: scope, type: 'global' }])
  // With strictModuleErrorHandling a module that threw throws again; this checks everything else.
  const loaded = await loadRemote<{ default?: unknown }>(`${name}/remote`)
  if (!isRemoteModule(loaded?.default)) throw new RemoteLoadError('shape', 'the exposed module is no remote')
  return loaded.default
}

/** Folder of a release; each further attempt has its own URLs, so that it does not share a request that hangs. */
export function baseOf(release: IndexedRelease, attempt: number): string {
  const again = attempt === 0 ? '' : `~${attempt}/`
  return new URL(`/r/${release.name}/${release.release}/${again}`, window.location.origin).href
}

/**
 * Loads the exposed module of a release. Each attempt is a separate remote for the federation runtime: nothing is ever
 * registered twice (`force` would serve the old code, or remove shared modules of all remotes).
 * @throws whatever the runtime throws, or RemoteLoadError
 */
export async function loadModule(release: IndexedRelease, attempt: number): Promise<RemoteModule> {
  const range = release.manifest?.hostApi ?? ''
  if (!satisfiesHostApi(range)) throw new RemoteLoadError('host-api', `needs host API ${range}`)
  // The type demands it, but a signed index may still lack it.
  const integrity: string | undefined = release.integrity
  if (integrity === undefined) throw new RemoteLoadError('integrity', 'the index has no hash of the entry')
  const url = baseOf(release, attempt) + release.entry
  const module = await load(nameOf(release, attempt), release.scope, url, integrity)
  if (module.release !== `${release.name}/${release.release}`) {
    throw new RemoteLoadError('shape', `the code calls itself ${module.release}`)
  }
  return module
}

const nameOf = (release: IndexedRelease, attempt: number) =>
  attempt === 0 ? release.scope : `${release.scope}__${attempt}`

/**
 * Abandons an attempt, so that the next one starts clean: pending requests are marked as failed (a new attempt would
 * wait for their elements), and the entry's global is cleared (it would be mistaken for the new entry).
 */
export function abandonModule(release: IndexedRelease, attempt: number): void {
  const base = baseOf(release, attempt)
  const pending = document.querySelectorAll(`script[src^="${base}"], link[rel="stylesheet"][href^="${base}"]`)
  for (const element of pending) element.dispatchEvent(new Event('error'))
  Reflect.set(globalThis, release.scope, undefined)
}

/**
 * Removes an unused release from the caches of the federation runtime and the bundler's runtime, so that its code can
 * be garbage-collected. The runtime has no API for it; `registerRemotes` with force would remove other shared modules.
 */
export function disposeModule(release: IndexedRelease, attempt: number): void {
  abandonModule(release, attempt)
  Reflect.set(globalThis, `rspackChunk${release.scope}`, undefined)
  const url = baseOf(release, attempt) + release.entry
  const name = nameOf(release, attempt)
  entries.delete(url)
  forgetHints(release)
  // The runtime keeps the promise of each entry, and with it everything that the entry loaded.
  Reflect.deleteProperty(Reflect.get(globalThis, '__GLOBAL_LOADING_REMOTE_ENTRY__') as object, `${name}:${url}`)
  const host = getInstance()
  if (host === null) return
  host.moduleCache.delete(name)
  host.options.remotes = host.options.remotes.filter((remote) => remote.name !== name)
  const ids: Record<string, { name: string }> = host.remoteHandler.idToRemoteMap
  for (const [id, remote] of Object.entries(ids)) if (remote.name === name) Reflect.deleteProperty(ids, id)
  const { __INSTANCES__: instances } = Reflect.get(globalThis, '__FEDERATION__') as {
    __INSTANCES__: { name: string }[]
  }
  const at = instances.findIndex((instance) => instance.name === release.scope)
  if (at >= 0) instances.splice(at, 1)
}

/** Loads a remote from its development server (its origin). */
export function loadDevelopmentModule(remote: string, origin: string): Promise<RemoteModule> {
  return load(`${remote}_dev`, `${remote}_dev`, `${origin}/remoteEntry.js`, null)
}
