/** Names of settings whose value is a secret, or a URL that may contain one. */
const secretNames = /SECRET|PASSWORD|PASSPHRASE|TOKEN|_KEY$|_URL$|OPENID_PROVIDERS/
/** Shorter secrets would match ordinary words. */
const leastSecret = 6

/** All secrets in an environment: whole values, and user names and passwords in URLs. */
export function secretsOf(env: NodeJS.ProcessEnv): string[] {
  const values = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && secretNames.test(name) ? [value] : [],
  )
  return values.flatMap((value) => [value, ...innerSecrets(value)])
}

/** Secrets within a URL or within JSON. */
function innerSecrets(value: string): string[] {
  const inAddresses = [...value.matchAll(/:\/\/([^/\s@"]*)@/g)].flatMap(([, userPart = '']) => {
    const password = userPart.slice(userPart.indexOf(':') + 1)
    return [userPart, password, decoded(password)]
  })
  const inJson = [...value.matchAll(/"(?:clientSecret|password)"\s*:\s*"([^"]+)"/g)].map(([, found = '']) => found)
  return [...inAddresses, ...inJson]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Secrets and personal data that are recognized by their form. */
const forms: readonly [RegExp, string][] = [
  [/-----BEGIN [^-]+-----[^]*?-----END [^-]+-----/g, '<key>'],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^/\s@"']+@/gi, '$1<secret>@'],
  [/\b(authorization|cookie|set-cookie)(["']?\s*[:=]\s*["']?)[^"'\n]+/gi, '$1$2<secret>'],
  [/\b(Bearer|Logger|Basic)\s+[\w.~+/=-]{8,}/g, '$1 <secret>'],
  [/\b(pass(?:word|phrase|code)?|pwd|secret|token|code|key|proof|signature)(["']?\s*[:=]\s*["']?)[^\s"'&,;}]{4,}/gi, '$1$2<secret>'], // prettier-ignore
  [/\bhp_[\w-]{8,}/g, '<secret>'],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '<secret>'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<mail>'],
  [/\b(?!127\.)(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}\b/g, '$1.x.x'],
  // Random text: longer than ids, and no hex hash, which may name a release.
  [/(?<![\w/+-])(?=[\w+/-]*[A-Z])(?=[\w+/-]*[a-z])(?=[\w+/-]*\d)(?![\w+/-]*\/[\w+-]*\/)[\w+/-]{32,}=*/g, '<secret>'],
]

/** Replaces secrets and personal data in a text: the given secrets, and everything that has the form of one. */
export function scrubber(secrets: Iterable<string>): (text: string) => string {
  // Longest first: a longer secret may contain a shorter one.
  const known = [...new Set(secrets)]
    .filter((secret) => secret.length >= leastSecret)
    .toSorted((a, b) => b.length - a.length)
  return (text) => {
    const without = known.reduce((rest, secret) => rest.replaceAll(secret, '<secret>'), text)
    return forms.reduce((rest, [form, instead]) => rest.replaceAll(form, instead), without)
  }
}
