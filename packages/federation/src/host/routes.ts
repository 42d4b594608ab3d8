import type { ReleaseIndexPayload } from '@helioport/contract/release'
import type { RemoteManifest } from '@helioport/contract/remote'

/** Data of all remotes in the index, as the releases that are tried first declare it. */
export function manifestsOf(index: ReleaseIndexPayload): RemoteManifest[] {
  return Object.values(index.remotes).flatMap(([first]) => (first?.manifest === undefined ? [] : [first.manifest]))
}
