/** What a request carries so that its line in every log is found by one id (W3C Trace Context). */
export const traceHeader = 'traceparent'

/** `00-<id of the request's trace>-<id of its caller's part>-<sampled>`. */
const pattern = /^00-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** Id of a trace: 32 digits; null: the header is absent, or none of ours. */
export const traceIdOf = (header: unknown): string | null =>
  typeof header === 'string' ? (pattern.exec(header)?.[1] ?? null) : null

/** Of 24 random bytes: a header, whose first 16 are the trace. */
export function traceHeaderOf(random: Uint8Array): string {
  const digits = [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `00-${digits.slice(0, 32)}-${digits.slice(32, 48)}-01`
}
