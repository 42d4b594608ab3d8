import type { ReleaseIndexPayload } from '@helioport/contract/release'
import type { LocalizedText, RemoteManifest } from '@helioport/contract/remote'
import { type ReleaseRecord, recordInPage } from './records.ts'

/** Final path of a menu link after redirects; no route table has as many as four in a row. */
function endOf({ routes }: RemoteManifest, path: string): string {
  let end = path
  for (let step = 0; step < 4; step += 1) end = routes.find((route) => route.path === end)?.redirect ?? end
  return end
}

const menuTitle = (manifest: RemoteManifest, path: string) =>
  manifest.menu?.find((entry) => endOf(manifest, entry.path) === path)?.title

/**
 * Titles of routes, which the index omits, from all records that were read so far. Until then a page has the title of
 * its menu entry.
 */
export function createTitles() {
  /** Title by `<remote> <path>`. */
  const titles = new Map<string, LocalizedText>()
  const note = ({ name, manifest }: ReleaseRecord) => {
    for (const { path, title } of manifest?.routes ?? []) if (title !== undefined) titles.set(`${name} ${path}`, title)
  }
  return {
    note,
    /** Manifests of all remotes in the index, of the release that is tried first. */
    manifestsOf: (index: ReleaseIndexPayload): RemoteManifest[] =>
      Object.values(index.remotes).flatMap(([first]) => {
        if (first?.manifest === undefined) return []
        const record = recordInPage(first)
        if (record !== undefined) note(record)
        const { name, manifest } = first
        const routes = manifest.routes.map((route) => {
          const title = route.title ?? titles.get(`${name} ${route.path}`) ?? menuTitle(manifest, route.path)
          return title === undefined ? route : { ...route, title }
        })
        return [{ ...manifest, routes }]
      }),
  }
}
