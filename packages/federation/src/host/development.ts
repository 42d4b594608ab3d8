/** `?safe=1` before the # of the address: neither overrides nor quarantines count. */
export const isSafeMode = (): boolean => new URLSearchParams(window.location.search).get('safe') === '1'

/**
 * Origins of development servers by remote, as the release host wrote them into the page. Only a shell that was built
 * for development honours them: in a production build this is an empty object.
 */
export function developmentOrigins(): Readonly<Record<string, string>> {
  if (process.env.NODE_ENV === 'production' || isSafeMode()) return {}
  const text = document.getElementById('development-remotes')?.textContent
  return text === null || text === undefined ? {} : (JSON.parse(text) as Record<string, string>)
}
