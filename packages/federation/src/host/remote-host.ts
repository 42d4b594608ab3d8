import type { ComponentType } from 'react'
import type { IndexedRelease, ReleaseIndexPayload } from '@helioport/contract/release'
import type { LocalizedText, RemoteManifest } from '@helioport/contract/remote'
import type { Messages, RemoteModule } from '../remote/index.ts'
import { type Blamed, watchUncaught } from './attribution.ts'
import { createBadReleases } from './bad-releases.ts'
import { bucketOf, indexFor } from './cohort.ts'
import { isSafeMode } from './development.ts'
import { type FaultKind, RemoteLoadError, type RemoteFault } from './faults.ts'
import { firstGood } from './first-good.ts'
import { createEventLog, type HostEvents } from './host-events.ts'
import { prefetchFiles } from './prefetch.ts'
import { createQuarantine } from './quarantine.ts'
import { createRemoteModules, keyOf, messagesOf } from './remote-modules.ts'
import { onRecord } from './records.ts'
import { createTitles } from './routes.ts'
import { createUse } from './use.ts'

export interface LoadedRemotePage {
  ok: true
  component: ComponentType
  messages: Messages
  /** Release that the page is from, as its own code says. */
  release: string
  /** Release that the index wanted; another one stands in for it where it failed. */
  wanted: string
}

export interface RemotePageFault {
  ok: false
  fault: FaultKind
  detail: string
  remote: string
  release: string | null
  /** It crashed too often and is left alone until a person asks for it. */
  quarantined: boolean
  /** Whom to tell; null for a remote that is in no index. */
  owner: string | null
  title: LocalizedText | null
}

export type RemotePageResult = LoadedRemotePage | RemotePageFault

/** What comes of a crash: another release or the card of a quarantine is there to be loaded, or nothing is. */
export type AfterCrash = 'reload' | 'stay'

export interface RemoteHost {
  /** Hears every change of the index, of updates that wait, and of updates taken. */
  subscribe(changed: () => void): () => void
  /** Data of all remotes as this browser is given them; the same array until it changes. */
  manifests(): readonly RemoteManifest[]
  /** A page with its texts, from the wanted release of the remote or else another. Never throws. */
  loadPage(remote: string, page: string, locale: string, options?: { retry?: boolean }): Promise<RemotePageResult>
  /** A page that was loaded before, if it is still the one to show. */
  knownPage(remote: string, page: string): LoadedRemotePage | undefined
  /** Texts of a remote that was loaded, in another locale; en-US where it has none. Empty if they cannot be had. */
  loadMessages(remote: string, locale: string): Promise<Messages>
  prefetch(path: string, locale: string): void
  /** The stylesheets of a page apply from now on. */
  dress(remote: string, page: LoadedRemotePage): void
  /** A page of a release is on screen, until the returned call. */
  show(remote: string, page: LoadedRemotePage): () => void
  /** Whether the page on screen asks for updates to wait. */
  isHeld(remote: string): boolean
  /** Remotes on screen for which an update waits; the same array until it changes. */
  waiting(): readonly string[]
  /** A person takes the update that waits. */
  takeUpdate(remote: string): void
  /** Grows with every update taken: the page has to be loaded anew. */
  turn(remote: string): number
  /** A page crashed. `early`: before it worked. */
  reportCrash(remote: string, page: LoadedRemotePage, kind: FaultKind, early: boolean): AfterCrash
  /** What happened, for whoever tells the release host. */
  readonly events: HostEvents
  /** The index in use, as this browser is given it. */
  index(): ReleaseIndexPayload
  bucket: number
  /** Takes a newer index that was verified. */
  setIndex(index: ReleaseIndexPayload): void
}

/** After this long (ms) without an answer the former release starts too: a person sees it within 3 s. */
const hedgeMs = 1_500
const deadlineMs = 20_000

export function createRemoteHost(verified: ReleaseIndexPayload): RemoteHost {
  const bucket = bucketOf(localStorage, Math.random)
  let index = indexFor(verified, bucket)
  const titles = createTitles()
  let manifests = titles.manifestsOf(index)
  const bad = createBadReleases(sessionStorage, Date.now)
  const quarantine = createQuarantine(sessionStorage, Date.now, isSafeMode())
  const listeners = new Set<() => void>()
  const modules = createRemoteModules()
  /** By remote: where its latest page came from. */
  const inUse = new Map<string, RemoteModule>()
  const pages = new Map<string, LoadedRemotePage>()
  const turns = new Map<string, number>()
  const events = createEventLog((part) => !modules.isOverridden(part))

  const releasesOf = (remote: string): readonly IndexedRelease[] => index.remotes[remote] ?? []
  const wantedOf = (remote: string) => releasesOf(remote)[0]?.release
  const changed = () => listeners.forEach((listener) => listener())
  const updateManifests = () => {
    const fresh = titles.manifestsOf(index)
    if (JSON.stringify(fresh) !== JSON.stringify(manifests)) manifests = fresh
  }
  onRecord((record) => {
    titles.note(record)
    updateManifests()
    changed()
  })
  const use = createUse({
    wantedOf,
    isCandidate: (remote, release) => releasesOf(remote).some((one) => one.release === release),
    inUse: (remote) => inUse.get(remote)?.release,
    isRevoked: (key) => index.revoked?.includes(key) === true,
    dispose: modules.dispose,
    renew(remote) {
      if (!modules.isOverridden(remote)) return
      modules.renew(remote)
      forgetPages(remote)
      turns.set(remote, (turns.get(remote) ?? 0) + 1)
      changed()
    },
    events,
    changed,
  })

  watchUncaught((blamed: Blamed, kind) => {
    // What fails while it is loaded is told as a fault of that load.
    if (blamed.part === 'shell' || modules.isLoaded(keyOf({ name: blamed.part, release: blamed.release })))
      events.tell({ kind: 'crash', ...blamed, fault: kind })
  })

  function faultResult(fault: RemoteFault, quarantined = false): RemotePageFault {
    const manifest = manifests.find(({ name }) => name === fault.remote)
    return {
      ok: false,
      fault: fault.kind,
      detail: fault.detail,
      remote: fault.remote,
      release: fault.release,
      quarantined,
      owner: manifest?.owner ?? null,
      title: manifest?.title ?? null,
    }
  }

  async function noteFault(release: IndexedRelease, fault: Promise<RemoteFault>, shown: string | undefined) {
    const { kind } = await fault
    const instead = shown === undefined ? {} : { shown }
    events.tell({ kind: 'fault', part: release.name, release: release.release, fault: kind, ...instead })
    // Only a release that another can stand in for is passed over next time.
    if (shown !== undefined) bad.mark(release, kind)
  }

  const forgetPages = (remote: string) => {
    for (const key of pages.keys()) if (key.startsWith(`${remote} `)) pages.delete(key)
  }

  return {
    events,
    bucket,
    index: () => index,
    manifests: () => manifests,
    isHeld: (remote) => use.isHeld(remote) && !use.isRevoked(remote),
    dress: (remote, { release }) => use.dress(remote, release),
    waiting: use.waiting,
    show: (remote, { release, wanted }) => use.show(remote, release, wanted),
    turn: (remote) => turns.get(remote) ?? 0,
    prefetch: (path, locale) => prefetchFiles(index, path, locale),

    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    knownPage(remote, page) {
      const known = pages.get(`${remote} ${page}`)
      return known?.wanted === wantedOf(remote) ? known : undefined
    },

    async loadPage(remote, page, locale, { retry = false } = {}) {
      if (retry) {
        bad.forget(remote)
        quarantine.lift(remote)
      }
      const releases = bad.order(releasesOf(remote))
      const wanted = wantedOf(remote)
      if (wanted === undefined) {
        return faultResult({ remote, release: null, kind: 'unknown-remote', detail: 'it is not in the index' })
      }
      const closed = quarantine.of(remote, wanted)
      if (closed !== undefined) {
        return faultResult({ remote, release: wanted, kind: closed, detail: 'it crashed too often' }, true)
      }
      const tried = await firstGood(
        releases.map((release) => () => modules.page(release, page, locale)),
        { hedgeMs, deadlineMs, lateError: () => new RemoteLoadError('deadline', 'it did not answer in time') },
      )
      const failures = releases.flatMap((release, position) =>
        tried.errors.has(position) ? [{ release, fault: modules.giveUp(release, tried.errors.get(position)) }] : [],
      )
      for (const { release, fault } of failures) {
        void noteFault(release, fault, tried.ok ? tried.value.release.release : undefined)
      }
      if (!tried.ok) {
        const faults = await Promise.all(failures.map(({ fault }) => fault))
        const chief = faults.find((fault) => fault.release === wanted) ?? faults[0]
        return faultResult(chief ?? { remote, release: wanted, kind: 'network', detail: '' })
      }
      const { module, component, messages } = tried.value
      const release = module.release.slice(remote.length + 1)
      const loaded: LoadedRemotePage = { ok: true, component, messages, release, wanted }
      inUse.set(remote, module)
      pages.set(`${remote} ${page}`, loaded)
      use.settle(remote)
      return loaded
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

    takeUpdate(remote) {
      turns.set(remote, (turns.get(remote) ?? 0) + 1)
      changed()
    },

    reportCrash(remote, { release, wanted }, kind, early) {
      events.tell({ kind: 'crash', part: remote, release, fault: kind })
      forgetPages(remote)
      const closed = quarantine.note(remote, wanted, kind)
      const crashed = releasesOf(remote).find((one) => one.release === release)
      if (crashed === undefined) return 'reload'
      if (!early) return closed ? 'reload' : 'stay'
      bad.mark(crashed, kind)
      const [next] = bad.order(releasesOf(remote))
      return closed || (next !== undefined && !bad.isBad(next)) ? 'reload' : 'stay'
    },

    setIndex(newer) {
      index = indexFor(newer, bucket)
      updateManifests()
      for (const [key, { wanted }] of pages) {
        const [remote = ''] = key.split(' ')
        if (wanted !== wantedOf(remote)) pages.delete(key)
      }
      use.settleAll()
      changed()
    },
  }
}
