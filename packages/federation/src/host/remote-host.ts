import type { ReleaseIndexPayload } from '@helioport/contract/release'
import type { RemoteManifest } from '@helioport/contract/remote'
import type { Messages } from '../remote/index.ts'
import { type Blamed, watchUncaught } from './attribution.ts'
import { type BadReleases, createBadReleases } from './bad-releases.ts'
import { bucketOf } from './cohort.ts'
import { type InBrowser, isSafeMode } from './development.ts'
import type { FaultKind } from './faults.ts'
import { createEventLog, type HostEvents } from './host-events.ts'
import { HostIndex } from './host-index.ts'
import { takeHung } from './hung.ts'
import { sayLeaving } from './leave.ts'
import { LoadedPages, type LoadedRemotePage } from './loaded-pages.ts'
import { PageLoader, type RemotePageResult } from './page-loader.ts'
import { prefetchFiles } from './prefetch.ts'
import { createQuarantine, type Quarantine } from './quarantine.ts'
import { createRemoteModules, keyOf, messagesOf, type RemoteModules } from './remote-modules.ts'
import type { Strain } from './strain.ts'
import { type Traces, watchTraces } from './traces/traces.ts'
import { createUse } from './use.ts'

/** What follows a crash. `reload`: another release or the card of a quarantine can be loaded; `stay`: nothing can. */
export type AfterCrash = 'reload' | 'stay'

export interface RemoteHost {
  /** Calls `changed` for each change of the index, of waiting updates and of taken updates. */
  subscribe(changed: () => void): () => void
  /** Manifests of all remotes for this browser; the same array until a manifest changes. */
  manifests(): readonly RemoteManifest[]
  /** Loads a page with its texts, from the wanted release of the remote or else from another. Never throws. */
  loadPage(remote: string, page: string, locale: string, options?: { retry?: boolean }): Promise<RemotePageResult>
  /** A page that was loaded before, if its release is still wanted. */
  knownPage(remote: string, page: string): LoadedRemotePage | undefined
  /** Texts of a loaded remote in another locale; en-US where it has none. Empty if they cannot be loaded. */
  loadMessages(remote: string, locale: string): Promise<Messages>
  prefetch(path: string, locale: string): void
  /** The stylesheets of a page apply from now on. */
  applyStyles(remote: string, page: LoadedRemotePage): void
  /** A page of a release is on screen, until the returned call. */
  show(remote: string, page: LoadedRemotePage): () => void
  /** Whether a page on screen holds updates back. */
  isHeld(remote: string): boolean
  /** Whether a release is revoked: its pages are left at once. */
  isRevoked(remote: string, release: string): boolean
  /** Remotes on screen for which an update waits; the same array until it changes. */
  waiting(): readonly string[]
  /** Applies the waiting update, by choice of the user. */
  takeUpdate(remote: string): void
  /** Grows with each update taken: then the page must be loaded anew. */
  turn(remote: string): number
  /** A page crashed. `early`: before it worked. */
  reportCrash(remote: string, page: LoadedRemotePage, kind: FaultKind, early: boolean): AfterCrash
  /** Reports the releases on screen as overloading the browser; for `memory` their remotes go into quarantine. */
  reportStrain(strain: Strain): void
  /** Events for the reports to the release host. */
  readonly events: HostEvents
  /** The index in use, as it applies to this browser. */
  index(): ReleaseIndexPayload
  bucket: number
  /** Takes a newer index that was verified. */
  setIndex(index: ReleaseIndexPayload): void
}

/** A loaded page whose release is still wanted. The caller is about to show it. */
function stillWanted(
  { index, pages, traces }: { index: HostIndex; pages: LoadedPages; traces: Traces },
  remote: string,
  page: string,
): LoadedRemotePage | undefined {
  const known = pages.of(remote, page)
  if (known === undefined || known.wanted !== index.wantedOf(remote)) return undefined
  traces.awaited(keyOf({ name: remote, release: known.release }))
  return known
}

/** `inBrowser`: adapts the index to a browser that uses development servers. */
export function createRemoteHost(verified: ReleaseIndexPayload, inBrowser: InBrowser = (index) => index): RemoteHost {
  const index = new HostIndex(verified, bucketOf(localStorage, Math.random), inBrowser)
  const bad = createBadReleases(sessionStorage, Date.now)
  const quarantine = createQuarantine(sessionStorage, Date.now, isSafeMode())
  const traces = watchTraces()
  const modules = createRemoteModules(traces)
  const pages = new LoadedPages()
  const events = createEventLog((part) => !modules.isOverridden(part))
  const loader = new PageLoader({ index, modules, bad, quarantine, pages, events })

  const takeUpdate = (remote: string) => {
    sayLeaving()
    pages.turnOver(remote)
    index.changed()
  }
  /** Discards the loaded pages of a remote. */
  const startAnew = (remote: string) => {
    pages.forget(remote)
    takeUpdate(remote)
  }
  const renew = (remote: string) => modules.isOverridden(remote) && (modules.renew(remote), startAnew(remote))
  const use = createUse({ index, pages, dispose: modules.dispose, renew, events, traces })
  // Releases whose page stopped responding are marked bad where another release can replace them.
  const judged = passOver(index, bad)
  const note = ({ part: remote, release }: Blamed, kind: FaultKind) => {
    const wanted = index.wantedOf(remote) ?? release
    if (index.isCandidate(remote, release) && quarantine.note(remote, wanted, kind)) startAnew(remote)
  }
  tellUncaught(events, modules, note)

  return {
    events,
    bucket: index.bucket,
    index: () => index.payload,
    subscribe: (listener) => index.subscribe(listener),
    manifests: () => index.manifests,
    isHeld: (remote) => use.isHeld(remote),
    isRevoked: (remote, release) => index.isRevoked(`${remote}/${release}`),
    applyStyles: (remote, { release }) => use.applyStyles(remote, release),
    waiting: use.waiting,
    show: (remote, { release, wanted }) => use.show(remote, release, wanted),
    turn: (remote) => pages.turnOf(remote),
    prefetch: (path, locale) => prefetchFiles(index.payload, path, locale),
    takeUpdate,

    knownPage: (remote, page) => stillWanted({ index, pages, traces }, remote, page),

    async loadPage(remote, page, locale, { retry = false } = {}) {
      if (retry) [bad.forget, quarantine.lift].forEach((forgive) => forgive(remote))
      await judged
      const result = await loader.load(remote, page, locale)
      if (result.ok) use.settle(remote)
      return result
    },

    async loadMessages(remote, locale) {
      const module = pages.moduleOf(remote)
      return module === undefined ? {} : messagesOf(module, locale).catch(() => ({}))
    },

    reportCrash(remote, page, kind, early) {
      events.tell({ kind: 'crash', part: remote, release: page.release, fault: kind })
      pages.forget(remote)
      return afterCrash({ index, bad, quarantine }, remote, page, kind, early)
    },

    reportStrain: (strain) => afterStrain(events, strain, note),
    setIndex(newer) {
      index.take(newer)
      pages.forgetOutdated((remote) => index.wantedOf(remote))
      pages.forgetRevoked((key) => index.isRevoked(key))
      use.revoked().forEach(takeUpdate)
      use.settleAll()
      index.changed()
    },
  }
}

async function passOver(index: HostIndex, bad: BadReleases): Promise<void> {
  const hung = await takeHung()
  for (const { name } of index.manifests) {
    const releases = index.releasesOf(name)
    for (const one of releases) if (hung.includes(keyOf(one)) && releases.length > 1) bad.mark(one, 'hang')
  }
}

function afterCrash(
  { index, bad, quarantine }: { index: HostIndex; bad: BadReleases; quarantine: Quarantine },
  remote: string,
  { release, wanted }: LoadedRemotePage,
  kind: FaultKind,
  early: boolean,
): AfterCrash {
  const closed = quarantine.note(remote, wanted, kind)
  const crashed = index.releasesOf(remote).find((one) => one.release === release)
  if (crashed === undefined) return 'reload'
  if (!early) return closed ? 'reload' : 'stay'
  bad.mark(crashed, kind)
  const [next] = bad.order(index.releasesOf(remote))
  return closed || (next !== undefined && !bad.isBad(next)) ? 'reload' : 'stay'
}

/** Reports a crash of each release on screen; for `memory` calls `setAside` too. */
function afterStrain(events: HostEvents, strain: Strain, setAside: (shown: Blamed, strain: Strain) => void): void {
  for (const shown of events.shown.values()) {
    events.tell({ kind: 'crash', ...shown, fault: strain })
    if (strain === 'memory') setAside(shown, strain)
  }
}

/** Reports uncaught errors of running code. Errors while a release loads are reported as faults of that load. */
function tellUncaught(
  events: HostEvents,
  modules: RemoteModules,
  ofRemote: (blamed: Blamed, kind: 'handler' | 'promise') => void,
): void {
  watchUncaught((blamed: Blamed, kind) => {
    const isRemote = modules.isLoaded(keyOf({ name: blamed.part, release: blamed.release }))
    if (blamed.part === 'shell' || isRemote) events.tell({ kind: 'crash', ...blamed, fault: kind })
    if (isRemote) ofRemote(blamed, kind)
  })
}
