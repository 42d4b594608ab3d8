const parameter = 'from'
const maxLength = 2000

// Control characters and backslashes: browsers drop or turn them, so that `/\host` becomes `//host`.
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\\]/

/**
 * The page to go to after signing in, or `fallback`. Only a path inside the portal is followed: it begins with a single
 * slash, stays on this origin in every decoding, and is not a sign-in page.
 */
export function safeReturnPath(asked: string | null, fallback: string): string {
  if (!asked || asked.length > maxLength) return fallback
  let decoded: string
  try {
    decoded = decodeURIComponent(asked)
  } catch {
    return fallback
  }
  for (const form of [asked, decoded]) {
    if (!form.startsWith('/') || form.startsWith('//') || unsafe.test(form)) return fallback
  }
  const base = 'https://portal.invalid'
  const url = new URL(asked, base)
  if (url.origin !== base || url.pathname.startsWith('//')) return fallback
  if (/^\/login(\/|$)/i.test(url.pathname)) return fallback
  return url.pathname + url.search
}

/** The sign-in page's address with the page to return to; the home page needs no return path. */
export function signInPathFrom(signInPath: string, current: string, homes: readonly string[]): string {
  const back = safeReturnPath(current, '')
  return back === '' || homes.includes(back)
    ? signInPath
    : `${signInPath}?${new URLSearchParams({ [parameter]: back })}`
}

export function askedReturnPath(search: string): string | null {
  return new URLSearchParams(search).get(parameter)
}
