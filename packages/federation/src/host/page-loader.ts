import type { IndexedRelease } from '@helioport/contract/release'
import type { LocalizedText } from '@helioport/contract/remote'
import type { BadReleases } from './bad-releases.ts'
import { type FaultKind, type RemoteFault, RemoteLoadError } from './faults.ts'
import { firstGood } from './first-good.ts'
import type { HostEvents } from './host-events.ts'
import type { HostIndex } from './host-index.ts'
import type { LoadedPages, LoadedRemotePage } from './loaded-pages.ts'
import type { Quarantine } from './quarantine.ts'
import type { RemoteModules } from './remote-modules.ts'

export interface RemotePageFault {
  ok: false
  fault: FaultKind
  detail: string
  remote: string
  release: string | null
  /** The remote crashed too often and is not loaded until a person asks for it. */
  quarantined: boolean
  /** Contact for the fault; null for a remote that is in no index. */
  owner: string | null
  title: LocalizedText | null
}

export type RemotePageResult = LoadedRemotePage | RemotePageFault

/** Wait (ms) before the next release is tried in parallel, so that a person sees a page within 3 s. */
const hedgeMs = 1_500
const deadlineMs = 20_000

interface LoaderParts {
  index: HostIndex
  modules: RemoteModules
  bad: BadReleases
  quarantine: Quarantine
  pages: LoadedPages
  events: HostEvents
}

/** Loads pages from the wanted release of a remote, or else from another release in the index. */
export class PageLoader {
  readonly #parts: LoaderParts

  constructor(parts: LoaderParts) {
    this.#parts = parts
  }

  /** A page with its texts. Never throws. */
  async load(remote: string, page: string, locale: string): Promise<RemotePageResult> {
    const { index, quarantine, bad, modules, pages } = this.#parts
    const wanted = index.wantedOf(remote)
    if (wanted === undefined)
      return this.#failed({ remote, release: null, kind: 'unknown-remote', detail: 'it is not in the index' })
    const closed = quarantine.of(remote, wanted)
    if (closed !== undefined)
      return this.#failed({ remote, release: wanted, kind: closed, detail: 'it crashed too often' }, true)
    const releases = bad.order(index.releasesOf(remote))
    const trying = firstGood(
      releases.map((release) => () => modules.page(release, page, locale)),
      { hedgeMs, deadlineMs, lateError: () => new RemoteLoadError('deadline', 'it did not answer in time') },
    )
    index.completeTitles(remote, page, trying)
    const tried = await trying
    const shown = tried.ok ? tried.value.release.release : undefined
    const faults = releases.flatMap((release, position) => {
      if (!tried.errors.has(position)) return []
      const fault = modules.giveUp(release, tried.errors.get(position))
      void this.#note(release, fault, shown)
      return [fault]
    })
    if (!tried.ok) {
      const known = await Promise.all(faults)
      const chief = known.find((fault) => fault.release === wanted) ?? known[0]
      return this.#failed(chief ?? { remote, release: wanted, kind: 'network', detail: '' })
    }
    const { module, component, messages } = tried.value
    const release = module.release.slice(remote.length + 1)
    const loaded: LoadedRemotePage = { ok: true, component, messages, release, wanted }
    pages.keep(remote, page, loaded, module)
    return loaded
  }

  async #note(release: IndexedRelease, fault: Promise<RemoteFault>, shown: string | undefined): Promise<void> {
    const { kind } = await fault
    const instead = shown === undefined ? {} : { shown }
    this.#parts.events.tell({ kind: 'fault', part: release.name, release: release.release, fault: kind, ...instead })
    // Only a release that another release replaced is skipped next time.
    if (shown !== undefined) this.#parts.bad.mark(release, kind)
  }

  #failed({ remote, release, kind, detail }: RemoteFault, quarantined = false): RemotePageFault {
    const manifest = this.#parts.index.manifests.find(({ name }) => name === remote)
    const about = { owner: manifest?.owner ?? null, title: manifest?.title ?? null }
    return { ok: false, fault: kind, detail, remote, release, quarantined, ...about }
  }
}
