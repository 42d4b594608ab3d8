/** Removed stylesheets, by folder of the release; the runtime of the release still counts them as loaded. */
const parked = new Map<string, HTMLLinkElement[]>()
const patienceMs = 10_000

const folderOf = (link: HTMLLinkElement) => /\/r\/[^/]+\/[^/]+\//.exec(new URL(link.href).pathname)?.[0] ?? ''
const linksOf = (prefix: string) => [
  ...document.querySelectorAll<HTMLLinkElement>(
    `link[rel="stylesheet"][href^="${prefix}"], link[rel="stylesheet"][href^="${window.location.origin}${prefix}"]`,
  ),
]

/** `on`: applies. `as-is`: not changed. `off`: stays loaded, disabled. `out`: removed from the page. */
type StyleState = 'on' | 'off' | 'out' | 'as-is'

/** Sets the stylesheets of each release of a remote to the state `stateOf(release)`. */
export function settleStyles(remote: string, stateOf: (release: string) => StyleState): void {
  const prefix = `/r/${remote}/`
  for (const link of linksOf(prefix)) {
    const folder = folderOf(link)
    const state = stateOf(folder.slice(prefix.length, -1))
    if (state === 'out') {
      link.remove()
      parked.set(folder, [...(parked.get(folder) ?? []), link])
    } else if (state !== 'as-is' && link.sheet !== null) link.sheet.disabled = state === 'off'
  }
}

/**
 * Adds removed stylesheets again and waits until they are loaded.
 * @throws Error that names the chunk, in the words of the bundler's error
 */
export async function restoreStyles(remote: string, release: string): Promise<void> {
  const folder = `/r/${remote}/${release}/`
  const links = parked.get(folder) ?? []
  parked.delete(folder)
  await Promise.all(
    links.map(
      (former) =>
        new Promise<void>((done, refuse) => {
          const link = former.cloneNode() as HTMLLinkElement
          const chunk = /([^/.]+)\.[^/]*$/.exec(link.href)?.[1] ?? ''
          const fail = () => refuse(new Error(`Loading css chunk ${chunk} failed.`))
          const late = setTimeout(fail, patienceMs)
          link.addEventListener('load', () => {
            clearTimeout(late)
            done()
          })
          link.addEventListener('error', () => {
            clearTimeout(late)
            link.remove()
            parked.set(folder, [...(parked.get(folder) ?? []), former])
            fail()
          })
          document.head.append(link)
        }),
    ),
  )
}

/** Removes all stylesheets of a release that will not be used again. */
export function forgetStyles(remote: string, release: string): void {
  const folder = `/r/${remote}/${release}/`
  for (const link of linksOf(folder)) link.remove()
  parked.delete(folder)
}
