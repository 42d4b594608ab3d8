import type { beaconTokenPath as BeaconTokenPath } from '@helioport/contract/beacon'

const beaconTokenPath: typeof BeaconTokenPath = '/releases/beacons/token'
/** Shorter than the release host's lifetime of tokens, so that a token does not expire in transit. */
const goodForMs = 4 * 60_000
const maxReleases = 20

interface Spare {
  token: string
  releases: ReadonlySet<string>
  /** Epoch in ms. */
  until: number
}

/** Tokens of the release host; each is valid for one request about given releases (`<part>/<release>`). */
export class BeaconTokens {
  #spare: Spare | undefined
  readonly #ask: (releases: readonly string[]) => Promise<string>
  readonly #now: () => number

  constructor(ask: (releases: readonly string[]) => Promise<string>, now: () => number) {
    this.#ask = ask
    this.#now = now
  }

  /** Takes the spare token, if it is valid for these releases. */
  take(releases: readonly string[]): string | undefined {
    const spare = this.#spare
    if (spare === undefined || this.#now() > spare.until || !releases.every((one) => spare.releases.has(one))) return undefined // prettier-ignore
    this.#spare = undefined
    return spare.token
  }

  /** A token for these releases: the spare token, or a new one for its releases too. Rejects if the host refuses. */
  async get(releases: readonly string[]): Promise<{ token: string; releases: readonly string[] }> {
    const wanted = [...new Set([...releases, ...(this.#spare?.releases ?? [])])].slice(0, maxReleases)
    const token = this.take(releases)
    return { token: token ?? (await this.#ask(wanted)), releases: wanted }
  }

  /** Keeps the token of a reply as the spare one. */
  keep(token: string | null, releases: readonly string[]): void {
    if (token !== null) this.#spare = { token, releases: new Set(releases), until: this.#now() + goodForMs }
  }
}

/** Requests a token from the release host of the page. */
export async function askForToken(releases: readonly string[]): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(beaconTokenPath, {
    method: 'POST',
    headers,
    body: JSON.stringify(releases),
    keepalive: true,
  })
  if (!reply.ok) throw new Error(`the release host answers ${reply.status}`)
  return reply.text()
}
