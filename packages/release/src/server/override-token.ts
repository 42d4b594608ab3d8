import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** One remote that one browser loads from a development server on its own machine. */
export interface Override {
  part: string
  /** `http://127.0.0.1:3101` */
  origin: string
  /** Epoch in ms at which it expires. */
  until: number
}

/** Lifetime of an override, in ms: a working day. */
export const overrideMs = 12 * 3_600_000
/** Lifetime of a link, in ms. */
const codeMs = 5 * 60_000
const maxCodes = 100

const macOf = (text: string, key: string) => createHmac('sha256', `override ${key}`).update(text).digest()

/** Value of the cookie. Replacing the operator's key ends all overrides. */
export function tokenOf(override: Override, key: string): string {
  const text = Buffer.from(JSON.stringify(override)).toString('base64url')
  return `${text}.${macOf(text, key).toString('base64url')}`
}

/** The override of a token; undefined if it is forged, altered, or expired. */
export function overrideIn(token: string, key: string, now: number): Override | undefined {
  const [text = '', mac = ''] = token.split('.')
  const [given, wanted] = [Buffer.from(mac, 'base64url'), macOf(text, key)]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  const override = JSON.parse(Buffer.from(text, 'base64url').toString()) as Override
  return override.until > now ? override : undefined
}

/** Single-use links: the first browser that opens one gets the override. */
export function createOverrideCodes() {
  const codes = new Map<string, { override: Override; until: number }>()
  return {
    issue(override: Override, now: number): string {
      for (const [code, { until }] of codes) if (until <= now || codes.size >= maxCodes) codes.delete(code)
      const code = randomBytes(24).toString('base64url')
      codes.set(code, { override, until: now + codeMs })
      return code
    },
    redeem(code: string, now: number): Override | undefined {
      const found = codes.get(code)
      codes.delete(code)
      return found !== undefined && found.until > now ? found.override : undefined
    },
  }
}
