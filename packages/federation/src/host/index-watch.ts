import type { indexPath as IndexPath } from '@helioport/contract/beacon'
import type { SignedReleaseIndex } from '@helioport/contract/release'
import { parse } from './release-index.ts'
import type { SharedEvents } from './shared-events.ts'

// Typed as the contract's value, not imported: the contract's schema module must not be bundled for the browser.
const indexPath: typeof IndexPath = '/releases/index.json'

/**
 * Silence of the release host, which sends an event every five seconds, after which a tab polls, ms; up to a fifth
 * sooner. A hidden tab polls less often.
 */
const askAfterMs = { visible: 8_000, hidden: 60_000 }
const patienceMs = 5_000

export interface IndexWatchParts {
  /** Serial of the index in use. */
  serial: () => number
  /** Takes a received index that is not verified yet. */
  take: (signed: SignedReleaseIndex | null) => Promise<void>
  /** Fetches the index; `unchanged`: the release host has no newer one. */
  ask: () => Promise<SignedReleaseIndex | null | 'unchanged'>
  events: Pick<SharedEvents, 'listen' | 'reopen'>
  isHidden: () => boolean
  now: () => number
  random: () => number
}

export interface IndexWatch {
  /** Call when the tab is hidden or shown, or the network is back. */
  pageChanged: () => void
  stop: () => void
}

/** Follows the index of the release host: by its events, and by polling while no events arrive. */
export function watchIndex({ serial, take, ask, events, isHidden, now, random }: IndexWatchParts): IndexWatch {
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  let again = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function askOnce(): Promise<void> {
    askedAt = now()
    try {
      const answer = await ask()
      if (answer !== 'unchanged') await take(answer)
    } catch {
      // Without an answer the index in use stays.
    }
  }

  function check(): void {
    if (asking !== undefined) {
      again = true
      return
    }
    asking = askOnce().finally(() => {
      asking = undefined
      if (!again) return
      again = false
      check()
    })
  }

  function plan(): void {
    clearTimeout(timer)
    const pause = isHidden() ? askAfterMs.hidden : askAfterMs.visible
    timer = setTimeout(onSilence, pause * (0.8 + 0.2 * random()))
  }

  function onSilence(): void {
    // A stream that was refused, or whose server is gone, does not reconnect by itself.
    events.reopen()
    check()
    plan()
  }

  function pageChanged(): void {
    if (!isHidden() && now() - askedAt > patienceMs) check()
    plan()
  }

  const unlisten = events.listen('index', (data) => {
    plan()
    if ((parse<{ serial?: number }>(data)?.serial ?? 0) > serial()) check()
  })
  plan()
  return {
    pageChanged,
    stop: () => {
      clearTimeout(timer)
      unlisten()
    },
  }
}

/** Fetches the index from the release host, with an ETag. Rejects on failures and error replies. */
export function askerOfPage(): () => Promise<SignedReleaseIndex | null | 'unchanged'> {
  let etag: string | null = null
  return async () => {
    const headers: Record<string, string> = etag === null ? {} : { 'if-none-match': etag }
    const reply = await fetch(indexPath, { cache: 'no-store', headers, signal: AbortSignal.timeout(patienceMs) })
    if (reply.status === 304) return 'unchanged'
    if (!reply.ok) throw new Error(`the release host answers ${reply.status}`)
    const signed = parse<SignedReleaseIndex>(await reply.text())
    etag = reply.headers.get('etag')
    return signed
  }
}
