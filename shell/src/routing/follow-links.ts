/** The portal's own place that a plain click leads to; undefined: the browser's business. */
function placeOf(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  const href = link?.getAttribute('href')
  if (!href?.startsWith('#/') || link?.hasAttribute('download') || link?.getAttribute('target') === '_blank')
    return undefined
  return href.slice(1)
}

/**
 * Sends plain links to the portal's own places through the router. Only steps that the router has made itself can be
 * held back, by a link or by the back button, when a page has something unsaved. Returns the undo.
 */
export function followLinks(navigate: (path: string) => void): () => void {
  const follow = (event: MouseEvent) => {
    const place = placeOf(event)
    if (place === undefined) return
    event.preventDefault()
    navigate(place)
  }
  document.addEventListener('click', follow)
  return () => document.removeEventListener('click', follow)
}
