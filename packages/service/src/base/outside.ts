import { lookup } from 'node:dns/promises'
import { isPublicAddress } from './public-address.ts'

export interface ResolvedAddress {
  address: string
  family: number
}

/** Where the service sends requests on behalf of accounts. Production uses `publicOutside`; no setting changes it. */
export interface Outside {
  /** All addresses of a host name. @throws if there are none */
  resolve: (host: string) => Promise<ResolvedAddress[]>
  isAllowed: (address: string) => boolean
  protocols: readonly string[]
  /** Time-out from the look-up of the name to the end of the answer, ms. */
  timeLimitMs: number
}

export const publicOutside: Outside = {
  resolve: (host) => lookup(host, { all: true }),
  isAllowed: isPublicAddress,
  protocols: ['https:'],
  timeLimitMs: 5_000,
}
