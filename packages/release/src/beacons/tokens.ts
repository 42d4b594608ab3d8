import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createSeen } from './seen.ts'

/** A token is good for so long, in ms: a tab sends something once a minute. */
export const tokenMs = 5 * 60_000
/** Releases that one token may be for: what a page shows, and what stands in for it. */
export const maxReleases = 20

export interface BeaconTokens {
  /**
   * A token for one request of an address about these releases (`<part>/<release>`). `account`: mark of who is signed in
   * there, as account-marks.ts gives it.
   */
  issue: (releases: readonly string[], address: string, now: number, account?: string) => string
  /** What a token is for; undefined if it is forged, late, of another address, or was used. */
  redeem: (token: string, address: string, now: number) => Redeemed | undefined
}

export interface Redeemed {
  releases: ReadonlySet<string>
  account: string | undefined
}

/**
 * Tokens that say nothing but that this host gave them; they are written nowhere. `secret`: hosts of one store know the
 * same. A token that was used is remembered for as long as it is good.
 */
export function createBeaconTokens(secret: string): BeaconTokens {
  const used = createSeen(tokenMs, 200_000)
  const seal = (body: string, address: string) => createHmac('sha256', secret).update(`beacons ${address} ${body}`).digest() // prettier-ignore
  return {
    issue(releases, address, now, account) {
      const said = [now + tokenMs, randomBytes(9).toString('base64url'), releases, account]
      const body = Buffer.from(JSON.stringify(said)).toString('base64url')
      return `${body}.${seal(body, address).toString('base64url')}`
    },
    redeem(token, address, now) {
      const [body = '', mac = ''] = token.split('.')
      const [given, wanted] = [Buffer.from(mac, 'base64url'), seal(body, address)]
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
      const said = JSON.parse(Buffer.from(body, 'base64url').toString()) as [number, string, string[], string | null]
      const [until, , releases, account] = said
      // By what was sealed: the same seal may be written in several ways.
      if (now > until || !used.isNew(wanted.toString('base64url'), now)) return undefined
      return { releases: new Set(releases), account: account ?? undefined }
    },
  }
}
