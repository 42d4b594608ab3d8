/** Header with one id that finds a request in every log (W3C Trace Context). */
export const traceHeader = 'traceparent'

/** `00-<trace id>-<id of the caller's span>-<sampled>`. */
const pattern = /^00-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** Trace id: 32 hex digits; null: the header is absent or malformed. */
export const traceIdOf = (header: unknown): string | null =>
  typeof header === 'string' ? (pattern.exec(header)?.[1] ?? null) : null

/** Header from 24 random bytes; the first 16 are the trace id. */
export function traceHeaderOf(random: Uint8Array): string {
  const digits = [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `00-${digits.slice(0, 32)}-${digits.slice(32, 48)}-01`
}
