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
  applyStyles(remote: string, page: LoadedRemotePage): void
  /** A page of a release is on screen, until the returned call. */
  show(remote: string, page: LoadedRemotePage): () => void
  /** Whether the page on screen asks for updates to wait. */
  isHeld(remote: string): boolean
  /** Whether nobody may use a release any more: a page of it is left at once. */
  isRevoked(remote: string, release: string): boolean
  /** Remotes on screen for which an update waits; the same array until it changes. */
  waiting(): readonly string[]
  /** A person takes the update that waits. */
  takeUpdate(remote: string): void
  /** Grows with every update taken: the page has to be loaded anew. */
  turn(remote: string): number
  /** A page crashed. `early`: before it worked. */
  reportCrash(remote: string, page: LoadedRemotePage, kind: FaultKind, early: boolean): AfterCrash
  /** What is on screen is too much for the browser: it is told, and set aside where it takes ever more memory. */
  reportStrain(strain: Strain): void
  /** What happened, for whoever tells the release host. */
  readonly events: HostEvents
  /** The index in use, as this browser is given it. */
  index(): ReleaseIndexPayload
  bucket: number
  /** Takes a newer index that was verified. */
  setIndex(index: ReleaseIndexPayload): void
}

/** A page that was loaded already, and is about to be shown. */
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

/** `inBrowser`: what the index is to a browser in which something is developed. */
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
  /** What was loaded of a remote is of no use any more. */
  const startAnew = (remote: string) => {
    pages.forget(remote)
    takeUpdate(remote)
  }
  const renew = (remote: string) => modules.isOverridden(remote) && (modules.renew(remote), startAnew(remote))
  const use = createUse({ index, pages, dispose: modules.dispose, renew, events, traces })
  // Whose page stopped answering is passed over for as long as another can stand in.
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

/** What is on screen is told, and set aside where it takes ever more memory. */
function afterStrain(events: HostEvents, strain: Strain, setAside: (shown: Blamed, strain: Strain) => void): void {
  for (const shown of events.shown.values()) {
    events.tell({ kind: 'crash', ...shown, fault: strain })
    if (strain === 'memory') setAside(shown, strain)
  }
}

/** Errors that nobody caught, of code that runs; what fails while it is loaded is told as a fault of that load. */
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
