/** A reply to a read that the page's boot script sent. */
export interface EarlyReply {
  status: number
  /** The header `Retry-After`. */
  retryAfter: string | null
  body: unknown
}

/** A read that was sent before the code that needs it. */
export interface EarlyRead {
  /** When it was sent, in ms of `performance.now()`. */
  at: number
  /** Language that was sent with it. */
  locale: unknown
  /** Undefined: no reply that could be read. */
  reply: Promise<EarlyReply | undefined>
}

/**
 * First reads of a page, by address from the root, such as `/api/web/v1/session`: sent while the code loads, by the
 * page's boot script, or by the shell for a link under the pointer. The api-client takes each reply over once, for the
 * same request. Only a shell with `<meta name="early-reads">` in its page knows those of the boot script.
 */
export type EarlyReads = Record<string, EarlyRead>

declare global {
  // oxlint-disable-next-line no-var -- a property of the global object, shared by two scripts
  var helioportEarlyReads: EarlyReads | undefined
}

/** Early reads are not taken over after this time, in ms. */
export const earlyReadsMs = 10_000

/**
 * Time-out of a read of the boot script, in ms. It is longer than that of other calls, because the code of the page
 * loads beside it.
 */
export const earlyPatienceMs = 4_000

// The release host copies the source text of this function into the page's boot script, as in preload.ts.

/** Rows of a list in a window of this height (px), as `urlPageSize` of ui has them. */
export const rowsOnScreen = (height: number): 10 | 20 | 50 => (height >= 1800 ? 50 : height >= 1200 ? 20 : 10)
