import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** One remote that one browser takes from a development server of its own machine. */
export interface Override {
  part: string
  /** `http://127.0.0.1:3101` */
  origin: string
  /** Epoch in ms after which it is nothing. */
  until: number
}

/** An override ends by itself after a working day, in ms. */
export const overrideMs = 12 * 3_600_000
/** A link that nobody opens is worth nothing after this long, in ms. */
const codeMs = 5 * 60_000
const maxCodes = 100

const macOf = (text: string, key: string) => createHmac('sha256', `override ${key}`).update(text).digest()

/** What the cookie holds. Whoever replaces the operator's key ends all overrides. */
export function tokenOf(override: Override, key: string): string {
  const text = Buffer.from(JSON.stringify(override)).toString('base64url')
  return `${text}.${macOf(text, key).toString('base64url')}`
}

/** The override of a token; undefined if it was made up, changed, or is over. */
export function overrideIn(token: string, key: string, now: number): Override | undefined {
  const [text = '', mac = ''] = token.split('.')
  const [given, wanted] = [Buffer.from(mac, 'base64url'), macOf(text, key)]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  const override = JSON.parse(Buffer.from(text, 'base64url').toString()) as Override
  return override.until > now ? override : undefined
}

/** Links that put an override into the browser which opens them first. */
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
