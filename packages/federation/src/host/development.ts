import type { ReleaseIndexPayload } from '@helioport/contract/release'

/** `?safe=1` before the # of the address: overrides and quarantines are ignored. */
export const isSafeMode = (): boolean => new URLSearchParams(window.location.search).get('safe') === '1'

/**
 * Origins of development servers by remote, as the release host wrote them into the page: for a development shell those
 * of its command, for a released shell the overrides of this browser. Empty in safe mode.
 */
export function developmentOrigins(): Readonly<Record<string, string>> {
  if (isSafeMode()) return {}
  const id = process.env.NODE_ENV === 'production' ? 'remote-overrides' : 'development-remotes'
  const text = document.getElementById(id)?.textContent
  return text === null || text === undefined ? {} : (JSON.parse(text) as Record<string, string>)
}

/** Adapts the index to a browser that loads remotes from development servers. */
export type InBrowser = (index: ReleaseIndexPayload) => ReleaseIndexPayload

/** The adaptation of the index for this browser: none, unless it uses development servers. */
export async function developedIndex(): Promise<InBrowser> {
  const origins = developmentOrigins()
  if (Object.keys(origins).length === 0) return (index) => index
  const { developedManifests, withDeveloped } = await import('./developed.ts')
  const developed = await developedManifests(origins)
  return (index) => withDeveloped(index, developed)
}
