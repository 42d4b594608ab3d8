import type { ReleaseIndexPayload } from '@helioport/contract/release'
import type { LocalizedText, RemoteManifest } from '@helioport/contract/remote'
import { type ReleaseRecord, recordInPage } from './records.ts'

/** Where a link of the menu leads, in the end: four steps are more than any table has. */
function endOf({ routes }: RemoteManifest, path: string): string {
  let end = path
  for (let step = 0; step < 4; step += 1) end = routes.find((route) => route.path === end)?.redirect ?? end
  return end
}

const menuTitle = (manifest: RemoteManifest, path: string) =>
  manifest.menu?.find((entry) => endOf(manifest, entry.path) === path)?.title

/**
 * Titles of routes, which the index leaves out, from every record that was read so far; until then a page that the menu leads to
 * is called as there.
 */
export function createTitles() {
  /** By `<remote> <path>`. */
  const titles = new Map<string, LocalizedText>()
  const note = ({ name, manifest }: ReleaseRecord) => {
    for (const { path, title } of manifest?.routes ?? []) if (title !== undefined) titles.set(`${name} ${path}`, title)
  }
  return {
    note,
    /** Data of all remotes in the index, as the releases that are tried first declare it. */
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
