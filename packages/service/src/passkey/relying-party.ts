import { isIP } from 'node:net'
import { Problem } from '../base/problem.ts'
import type { Settings } from '../base/service.ts'

/** The domain that passkeys are bound to, and the only origin at which they are used. */
interface RelyingParty {
  domain: string
  origin: string
}

/**
 * The relying party of the portal's own address. Browsers bind passkeys only to names in secure contexts: a portal on a
 * loopback address uses `localhost`; with another IP address, or with http, it has no passkeys.
 */
export function relyingPartyOf({ baseUrl, passkeyDomain }: Settings): RelyingParty | null {
  const { protocol, hostname, port } = new URL(baseUrl)
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')) {
    return { domain: 'localhost', origin: `${protocol}//localhost${port && `:${port}`}` }
  }
  if (protocol !== 'https:' || hostname.startsWith('[') || isIP(hostname) > 0) return null
  return { domain: passkeyDomain ?? hostname, origin: baseUrl }
}

/** @throws Problem passkey.unavailable */
export function requireRelyingParty(settings: Settings): RelyingParty {
  const found = relyingPartyOf(settings)
  if (!found) throw new Problem('passkey.unavailable')
  return found
}
