import type { ReleaseIndexPayload } from '@helioport/contract/release'
import type { RemoteManifest, RemoteMenuEntry, RemoteRoute } from '@helioport/contract/remote'

export interface HostRoute extends RemoteRoute {
  remote: string
}

export interface HostMenuEntry extends RemoteMenuEntry {
  remote: string
}

/** Data of all remotes in the index, as their current releases declare it. */
export function manifestsOf(index: ReleaseIndexPayload): RemoteManifest[] {
  return Object.values(index.remotes).flatMap(([current]) =>
    current?.manifest === undefined ? [] : [current.manifest],
  )
}

export function routesOf(manifests: readonly RemoteManifest[]): HostRoute[] {
  return manifests.flatMap(({ name, routes }) => routes.map((route) => ({ ...route, remote: name })))
}

export function menuOf(manifests: readonly RemoteManifest[]): HostMenuEntry[] {
  return manifests
    .flatMap(({ name, menu }) => menu.map((entry) => ({ ...entry, remote: name })))
    .sort((a, b) => a.order - b.order)
}
