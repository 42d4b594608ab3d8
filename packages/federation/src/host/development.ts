import type { ReleaseIndexPayload } from '@helioport/contract/release'

/** `?safe=1` before the # of the address: neither overrides nor quarantines count. */
export const isSafeMode = (): boolean => new URLSearchParams(window.location.search).get('safe') === '1'

/**
 * Origins of development servers by remote, as the release host wrote them into the page: for a shell built for
 * development those of its command, for a released one the override that this browser alone has. Empty in safe mode.
 */
export function developmentOrigins(): Readonly<Record<string, string>> {
  if (isSafeMode()) return {}
  const id = process.env.NODE_ENV === 'production' ? 'remote-overrides' : 'development-remotes'
  const text = document.getElementById(id)?.textContent
  return text === null || text === undefined ? {} : (JSON.parse(text) as Record<string, string>)
}

/** The index as a browser has it that takes remotes from its own machine. */
export type InBrowser = (index: ReleaseIndexPayload) => ReleaseIndexPayload

/** What an index is to this browser: as it is, unless something is developed in it. */
export async function developedIndex(): Promise<InBrowser> {
  const origins = developmentOrigins()
  if (Object.keys(origins).length === 0) return (index) => index
  const { developedManifests, withDeveloped } = await import('./developed.ts')
  const developed = await developedManifests(origins)
  return (index) => withDeveloped(index, developed)
}
