/** The portal path that a plain click leads to; undefined: the browser handles the click. */
function portalPathOf(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  const href = link?.getAttribute('href')
  if (!href?.startsWith('#/') || link?.hasAttribute('download') || link?.getAttribute('target') === '_blank')
    return undefined
  return href.slice(1)
}

/**
 * Sends clicks on links within the portal through the router: unsaved input can hold back only the router's
 * navigations. Returns the function that ends it.
 */
export function followLinks(navigate: (path: string) => void): () => void {
  const follow = (event: MouseEvent) => {
    const path = portalPathOf(event)
    if (path === undefined) return
    event.preventDefault()
    navigate(path)
  }
  document.addEventListener('click', follow)
  return () => document.removeEventListener('click', follow)
}
