import { earlyReadsMs, type EarlyReply } from '@helioport/contract'
import { addressOf } from './address.ts'
import { onReadsForgotten } from './forget-reads.ts'
import { http, sentLocale } from './http.ts'

/** Replies that are not to be taken over: they are of another account, or from before a write. */
export const forgetEarlyReads = (): void => {
  globalThis.helioportEarlyReads = undefined
}
onReadsForgotten(forgetEarlyReads)

const isFresh = ({ at, locale }: { at: number; locale: unknown }) =>
  locale === sentLocale() && performance.now() - at <= earlyReadsMs

/**
 * Sends a read for code that is still loading: `path` with its query is what that code will ask. Nothing is sent while
 * such a read is on its way or waits to be taken over.
 */
export function sendEarlyRead(path: string): void {
  const early = (globalThis.helioportEarlyReads ??= {})
  const url = addressOf(path)
  const sent = early[url]
  if (sent !== undefined && isFresh(sent)) return
  const reply = http
    .get<unknown>(path)
    .then(({ status, data, headers }) => ({ status, retryAfter: String(headers['retry-after'] ?? ''), body: data }))
    .catch(() => undefined)
  early[url] = { at: performance.now(), locale: sentLocale(), reply }
}

/**
 * The reply to a read that was sent early to the same address, each once; undefined: there is none, or it is too old or
 * in another language. The promise resolves to undefined if no reply came.
 */
export function takeEarlyReply(url: string): Promise<EarlyReply | undefined> | undefined {
  const early = globalThis.helioportEarlyReads
  const sent = early?.[url]
  if (early === undefined || sent === undefined) return undefined
  delete early[url]
  return isFresh(sent) ? sent.reply : undefined
}
