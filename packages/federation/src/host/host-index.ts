import type { IndexedRelease, ReleaseIndexPayload } from '@helioport/contract/release'
import type { RemoteManifest } from '@helioport/contract/remote'
import { indexFor } from './cohort.ts'
import type { InBrowser } from './development.ts'
import { onRecord, recordOf } from './records.ts'
import { createTitles } from './routes.ts'
import { enforceScriptPolicy } from './script-policy.ts'

/** Delay after which the record of a loaded page with a title is fetched, ms: the page's own requests come first. */
const titlesMs = 1_000

/** The index as it applies to this browser, the manifests of its remotes, and the listeners to changes. */
export class HostIndex {
  readonly bucket: number
  readonly #titles = createTitles()
  readonly #listeners = new Set<() => void>()
  #payload: ReleaseIndexPayload
  #manifests: readonly RemoteManifest[]

  readonly #inBrowser: InBrowser

  constructor(verified: ReleaseIndexPayload, bucket: number, inBrowser: InBrowser) {
    this.bucket = bucket
    this.#inBrowser = inBrowser
    enforceScriptPolicy().take(verified)
    this.#payload = inBrowser(indexFor(verified, bucket))
    this.#manifests = this.#titles.manifestsOf(this.#payload)
    onRecord((record) => {
      this.#titles.note(record)
      this.#updateManifests()
      this.changed()
    })
  }

  get payload(): ReleaseIndexPayload {
    return this.#payload
  }

  /** The same array until a manifest changes. */
  get manifests(): readonly RemoteManifest[] {
    return this.#manifests
  }

  /** Takes a newer index without calling the listeners. */
  take(verified: ReleaseIndexPayload): void {
    enforceScriptPolicy().take(verified)
    this.#payload = this.#inBrowser(indexFor(verified, this.bucket))
    this.#updateManifests()
  }

  /** Releases to try, in order. */
  releasesOf(remote: string): readonly IndexedRelease[] {
    return this.#payload.remotes[remote] ?? []
  }

  wantedOf(remote: string): string | undefined {
    return this.releasesOf(remote)[0]?.release
  }

  isCandidate(remote: string, release: string): boolean {
    return this.releasesOf(remote).some((one) => one.release === release)
  }

  /** `key`: `<name>/<release>`. */
  isRevoked(key: string): boolean {
    return this.#payload.revoked?.includes(key) === true
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  changed(): void {
    for (const listener of this.#listeners) listener()
  }

  /**
   * Fetches the titles of a remote, which the index omits, for a page that is about to be shown: at once if the page
   * has no title; after its code was `loaded` if the menu gives it one.
   */
  completeTitles(remote: string, page: string, loaded: Promise<unknown>): void {
    const [release] = this.releasesOf(remote)
    // A remote that was never released has no record.
    if (release === undefined || release.record === '') return
    const routes = this.#manifests.find(({ name }) => name === remote)?.routes ?? []
    const isTitled = routes.every((route) => route.page !== page || route.title !== undefined)
    const complete = () => void recordOf(release)
    if (isTitled) void loaded.then(() => setTimeout(complete, titlesMs))
    else complete()
  }

  #updateManifests(): void {
    const fresh = this.#titles.manifestsOf(this.#payload)
    if (JSON.stringify(fresh) !== JSON.stringify(this.#manifests)) this.#manifests = fresh
  }
}
