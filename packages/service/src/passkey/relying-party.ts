import { isIP } from 'node:net'
import { Problem } from '../base/problem.ts'
import type { Settings } from '../base/service.ts'

/** Whom passkeys are made for: the domain that they are bound to, and the one origin that they are used at. */
interface RelyingParty {
  domain: string
  origin: string
}

/**
 * Of the portal's own address. Browsers bind passkeys to names alone, and only where nobody listens in: a portal on an
 * address of this machine has them under the name `localhost`, one elsewhere by a bare address or by http has none.
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
