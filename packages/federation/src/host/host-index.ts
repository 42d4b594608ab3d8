import type { IndexedRelease, ReleaseIndexPayload } from '@helioport/contract/release'
import type { RemoteManifest } from '@helioport/contract/remote'
import { indexFor } from './cohort.ts'
import type { InBrowser } from './development.ts'
import { onRecord } from './records.ts'
import { createTitles } from './routes.ts'
import { enforceScriptPolicy } from './script-policy.ts'

/** The index as this browser is given it, the data of the remotes in it, and who hears of changes. */
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

  /** The same array until it changes. */
  get manifests(): readonly RemoteManifest[] {
    return this.#manifests
  }

  /** Takes a newer index; tells nobody. */
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

  #updateManifests(): void {
    const fresh = this.#titles.manifestsOf(this.#payload)
    if (JSON.stringify(fresh) !== JSON.stringify(this.#manifests)) this.#manifests = fresh
  }
}
