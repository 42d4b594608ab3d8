import type { Beacon, beaconPath as BeaconPath, maxBeacons as MaxBeacons } from '@helioport/contract/beacon'
import type { BeaconTokens } from './beacon-tokens.ts'

// Typed as the contract's values, not imported: the contract's schema module must not be bundled for the browser.
const beaconPath: typeof BeaconPath = '/releases/beacons'
const maxBeacons: typeof MaxBeacons = 50

/** Faults and crashes are sent sooner: they halt the rollout of a bad release. */
const pauseMs = { trouble: 300, other: 3_000 }
/** Limit of equal beacons per minute: more of the same, from a loop of errors, add no information. */
const maxAlike = 150
const alikeMs = 60_000
const released = /^\d+\.\d+\.\d+-[0-9a-f]{12}$/

export interface Beacons {
  add: (beacon: Beacon) => void
  /** Sends all waiting beacons; `leaving`: the page may be closed at once. */
  flush: (leaving?: boolean) => void
}

/** Sends beacons in batches, in the order in which they were added. */
export function createBeacons(send: (batch: readonly Beacon[], leaving: boolean) => void, now: () => number): Beacons {
  let waiting: Beacon[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Number.POSITIVE_INFINITY
  const counts = new Map<string, { since: number; count: number }>()

  function isOneTooMany({ kind, part, release, fault }: Beacon): boolean {
    const key = `${kind} ${part} ${release} ${fault}`
    const known = counts.get(key)
    const current = known !== undefined && now() - known.since < alikeMs ? known : { since: now(), count: 0 }
    current.count += 1
    counts.set(key, current)
    return current.count > maxAlike
  }

  function flush(leaving = false): void {
    clearTimeout(timer)
    dueAt = Number.POSITIVE_INFINITY
    while (waiting.length > 0) send(waiting.splice(0, maxBeacons), leaving)
    waiting = []
  }

  function plan(pause: number): void {
    if (now() + pause >= dueAt) return
    clearTimeout(timer)
    dueAt = now() + pause
    timer = setTimeout(flush, pause)
  }

  return {
    flush,
    add(beacon) {
      // Sources under development have no release.
      if (!released.test(beacon.release) || isOneTooMany(beacon)) return
      waiting.push(beacon)
      if (waiting.length >= maxBeacons) flush()
      else plan(beacon.kind === 'fault' || beacon.kind === 'crash' ? pauseMs.trouble : pauseMs.other)
    },
  }
}

/** Sends batches to the release host of the page, each with one of its tokens. Failed batches are not sent again. */
export function sendFromPage(tokens: BeaconTokens): (batch: readonly Beacon[], leaving: boolean) => void {
  const send = async (body: Blob, releases: readonly string[]) => {
    const got = await tokens.get(releases)
    const reply = await fetch(`${beaconPath}?token=${got.token}`, { method: 'POST', body, keepalive: true })
    tokens.keep(reply.headers.get('x-beacon-token'), got.releases)
  }
  return (batch, leaving) => {
    const releases = [...new Set(batch.map(({ part, release }) => `${part}/${release}`))]
    const body = new Blob([JSON.stringify(batch)], { type: 'application/json' })
    // There is no time left to request a token.
    const token = leaving ? tokens.take(releases) : undefined
    if (token !== undefined && navigator.sendBeacon(`${beaconPath}?token=${token}`, body)) return
    send(body, releases).catch(() => undefined)
  }
}

/** Random id per tab: counts tabs without identifying people. */
export function tabId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
