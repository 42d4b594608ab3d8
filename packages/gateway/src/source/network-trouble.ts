import { trouble, type Trouble } from './trouble.ts'

/** TLS errors of a certificate without a trusted authority. */
const unknownAuthorities: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const kinds = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  ENOTFOUND: 'nameUnknown',
  EAI_AGAIN: 'nameUnknown',
  ETIMEDOUT: 'noAnswer',
  TimeoutError: 'noAnswer',
  UND_ERR_CONNECT_TIMEOUT: 'noAnswer',
  UND_ERR_HEADERS_TIMEOUT: 'noAnswer',
  UND_ERR_BODY_TIMEOUT: 'noAnswer',
  ECONNRESET: 'closed',
  ECONNABORTED: 'closed',
  EPIPE: 'closed',
  UND_ERR_SOCKET: 'closed',
  // Error of the Modbus library for a closed connection.
  PortNotOpenError: 'closed',
} as const

interface Told {
  name?: unknown
  code?: unknown
  errno?: unknown
  message?: unknown
}

/** Why a host is unreachable. `place`: without passwords. */
export function networkTrouble(error: unknown, place: string): Trouble {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { name, code, errno, message } = (cause ?? {}) as Told
  const reason = [message, code, String(cause)].find((word) => typeof word === 'string' && word !== '') as string
  if (typeof code === 'string' && unknownAuthorities.has(code)) return trouble('certificate', { place, reason })
  const kind = [name, code, errno].map(kindOf).find((found) => found !== undefined)
  return kind ? trouble(kind, { place }) : trouble('notReached', { place, reason })
}

const kindOf = (word: unknown) =>
  typeof word === 'string' && Object.hasOwn(kinds, word) ? kinds[word as keyof typeof kinds] : undefined
