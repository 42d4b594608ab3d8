import { lookup } from 'node:dns/promises'
import { isPublicAddress } from './public-address.ts'

export interface ResolvedAddress {
  address: string
  family: number
}

/** What of the world outside an account may have requests sent to; the service's own is `publicOutside`, and no setting changes it. */
export interface Outside {
  /** All addresses of a host name. @throws where there are none */
  resolve: (host: string) => Promise<ResolvedAddress[]>
  isAllowed: (address: string) => boolean
  protocols: readonly string[]
  /** Time from the first look at the name to the end of the answer, ms. */
  timeLimitMs: number
}

export const publicOutside: Outside = {
  resolve: (host) => lookup(host, { all: true }),
  isAllowed: isPublicAddress,
  protocols: ['https:'],
  timeLimitMs: 5_000,
}
