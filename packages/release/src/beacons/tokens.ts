import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createSeen } from './seen.ts'

/** Lifetime of a token, in ms: a tab sends a beacon about once a minute. */
export const tokenMs = 5 * 60_000
/** Most releases per token: those that a page shows, and their fall-backs. */
export const maxReleases = 20

export interface BeaconTokens {
  /**
   * A token for one request from an address about these releases (`<part>/<release>`). `account`: mark of the signed-in
   * account, see account-marks.ts.
   */
  issue: (releases: readonly string[], address: string, now: number, account?: string) => string
  /** What a token is for; undefined if it is forged, expired, of another address, or already used. */
  redeem: (token: string, address: string, now: number) => Redeemed | undefined
}

export interface Redeemed {
  releases: ReadonlySet<string>
  account: string | undefined
}

/**
 * Stateless tokens, sealed with an HMAC; not stored. `secret`: the same at all hosts of one store. A used token is
 * remembered until it expires.
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
      // Compares the computed seal: base64url allows several spellings of the same given seal.
      if (now > until || !used.isNew(wanted.toString('base64url'), now)) return undefined
      return { releases: new Set(releases), account: account ?? undefined }
    },
  }
}
