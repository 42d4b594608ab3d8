import type { ComponentType } from 'react'
import type { IndexedRelease, ReleaseIndexPayload } from '@helioport/contract/release'
import type { LocalizedText, RemoteManifest } from '@helioport/contract/remote'
import type { Messages, RemoteModule } from '../remote/index.ts'
import { createBadReleases } from './bad-releases.ts'
import { developmentOrigins } from './development.ts'
import { type FaultKind, faultOf, RemoteLoadError, type RemoteFault } from './faults.ts'
import { firstGood } from './first-good.ts'
import { prefetchFiles } from './prefetch.ts'
import { type HostMenuEntry, type HostRoute, manifestsOf, menuOf, routesOf } from './routes.ts'
import { abandonModule, baseOf, loadDevelopmentModule, loadModule } from './runtime.ts'

export interface LoadedRemotePage {
  ok: true
  component: ComponentType
  messages: Messages
  /** Release that the page is from. */
  release: string
  /** The release that it stands in for, where the current one failed. */
  replaced?: string
}

export interface RemotePageFault {
  ok: false
  fault: FaultKind
  detail: string
  remote: string
  release: string | null
  /** Whom to tell; null for a remote that is in no index. */
  owner: string | null
  title: LocalizedText | null
}

export type RemotePageResult = LoadedRemotePage | RemotePageFault

export interface RemoteHost {
  readonly manifests: readonly RemoteManifest[]
  readonly routes: readonly HostRoute[]
  /** Sorted by order. */
  readonly menu: readonly HostMenuEntry[]
  /** A page with its texts, from the current release of the remote or else the former one. Never throws. */
  loadPage(remote: string, page: string, locale: string, options?: { retry?: boolean }): Promise<RemotePageResult>
  /** Texts of a remote that was loaded, in another locale; en-US where it has none. Empty if they cannot be had. */
  loadMessages(remote: string, locale: string): Promise<Messages>
  prefetch(path: string, locale: string): void
  /** A page crashed while rendering: the next load takes the former release. */
  reportRenderFault(remote: string, release: string, error: unknown): void
  /** Hears every fault; returns how to stop. */
  onFault(listener: (fault: RemoteFault) => void): () => void
}

/** A person sees the former release within 3 s: it starts half a second before. */
const hedgeMs = 2_500
const deadlineMs = 20_000

export function createRemoteHost(index: ReleaseIndexPayload): RemoteHost {
  const manifests = manifestsOf(index)
  const bad = createBadReleases(sessionStorage, Date.now)
  const listeners = new Set<(fault: RemoteFault) => void>()
  /** By scope: the module, once asked for, and how often loading failed. */
  const modules = new Map<string, Promise<RemoteModule>>()
  const attempts = new Map<string, number>()
  /** By remote: where its latest page came from. */
  const inUse = new Map<string, RemoteModule>()
  const origins = developmentOrigins()

  const tell = (fault: RemoteFault) => listeners.forEach((listener) => listener(fault))
  const attemptOf = (release: IndexedRelease) => attempts.get(release.scope) ?? 0

  function moduleOf(release: IndexedRelease): Promise<RemoteModule> {
    const known = modules.get(release.scope)
    if (known !== undefined) return known
    const origin = origins[release.name]
    const loading =
      origin === undefined ? loadModule(release, attemptOf(release)) : loadDevelopmentModule(release.name, origin)
    modules.set(release.scope, loading)
    return loading
  }

  async function messagesOf(module: RemoteModule, locale: string): Promise<Messages> {
    const load = module.messages[locale] ?? module.messages['en-US']
    return load === undefined ? {} : (await load()).default
  }

  async function pageOf(release: IndexedRelease, page: string, locale: string) {
    const module = await moduleOf(release)
    const load = module.pages[page]
    if (load === undefined) throw new RemoteLoadError('page-missing', `there is no page ${page}`)
    const [loaded, messages] = await Promise.all([load(), messagesOf(module, locale)])
    if (typeof loaded.default !== 'function' && typeof loaded.default !== 'object') {
      throw new RemoteLoadError('shape', `the page ${page} exports no component`)
    }
    return { module, component: loaded.default, messages, release: release.release }
  }

  /** Takes note of a failed release: the next try starts from nothing, with URLs of its own. */
  async function noteFailure(release: IndexedRelease, error: unknown): Promise<RemoteFault> {
    const attempt = attemptOf(release)
    modules.delete(release.scope)
    attempts.set(release.scope, attempt + 1)
    abandonModule(release, attempt)
    const fault = await faultOf(error, release, baseOf(release, attempt))
    tell(fault)
    return fault
  }

  function faultResult(fault: RemoteFault): RemotePageFault {
    const manifest = manifests.find(({ name }) => name === fault.remote)
    return {
      ok: false,
      fault: fault.kind,
      detail: fault.detail,
      remote: fault.remote,
      release: fault.release,
      owner: manifest?.owner ?? null,
      title: manifest?.title ?? null,
    }
  }

  return {
    manifests,
    routes: routesOf(manifests),
    menu: menuOf(manifests),

    async loadPage(remote, page, locale, { retry = false } = {}) {
      if (retry) bad.forget(remote)
      const releases = bad.order(index.remotes[remote] ?? [])
      const [wanted] = index.remotes[remote] ?? []
      if (wanted === undefined) {
        const fault: RemoteFault = { remote, release: null, kind: 'unknown-remote', detail: 'it is not in the index' }
        tell(fault)
        return faultResult(fault)
      }
      const tried = await firstGood(
        releases.map((release) => () => pageOf(release, page, locale)),
        { hedgeMs, deadlineMs, lateError: () => new RemoteLoadError('deadline', 'it did not answer in time') },
      )
      const failures = releases.flatMap((release, position) =>
        tried.errors.has(position) ? [{ release, fault: noteFailure(release, tried.errors.get(position)) }] : [],
      )
      if (!tried.ok) {
        const faults = await Promise.all(failures.map(({ fault }) => fault))
        const chief = faults.find((fault) => fault.release === wanted.release) ?? faults[0]
        return faultResult(chief ?? { remote, release: wanted.release, kind: 'network', detail: '' })
      }
      // Only a release that another can stand in for is passed over next time.
      for (const { release, fault } of failures) void fault.then(({ kind }) => bad.mark(release, kind))
      const { module, ...loaded } = tried.value
      inUse.set(remote, module)
      return { ok: true, ...loaded, ...(loaded.release === wanted.release ? {} : { replaced: wanted.release }) }
    },

    async loadMessages(remote, locale) {
      const module = inUse.get(remote)
      if (module === undefined) return {}
      try {
        return await messagesOf(module, locale)
      } catch {
        return {}
      }
    },

    prefetch: (path, locale) => prefetchFiles(index, path, locale),

    reportRenderFault(remote, release, error) {
      const crashed = index.remotes[remote]?.find((candidate) => candidate.release === release)
      if (crashed === undefined) return
      bad.mark(crashed, 'render')
      tell({ remote, release, kind: 'render', detail: error instanceof Error ? error.message : String(error) })
    },

    onFault(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
