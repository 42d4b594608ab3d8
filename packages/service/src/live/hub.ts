import type { LiveEvent, StationRight } from '@helioport/contract'
import { findLiveSessions, findReach, type Reached } from './queries/live.ts'
import type { Service } from '../base/service.ts'
import { Problem } from '../base/problem.ts'
import type { SignedIn } from '../base/signed-in.ts'

/** Most streams of one account; a browser shares one stream among its tabs. */
export const maxStreamsPerAccount = 20
const maxStreams = 5_000
/** Hints within this time are gathered and sent once, in ms. */
const gatherMs = 150
/** Expired sessions and shares are noticed within this time, in ms. */
const lookEveryMs = 10_000
const retryAfterS = 30

type StationEventType = Extract<LiveEvent, { stationId: string }>['type']

/** Right that each hint about a station requires. */
const rightOf: Record<StationEventType, StationRight> = { station: 'view', alarm: 'alarms', command: 'view' }

export interface Follower {
  tell: (event: LiveEvent) => void
  /** Called when the session is over, or the service stops. */
  end: () => void
}

/** Sends hints to the accounts that listen at this instance. */
export interface Live {
  /**
   * Resolves once all later hints will be sent; call the result to stop.
   * @throws Problem request.tooMany, service.unavailable, session.required
   */
  follow: (account: SignedIn, follower: Follower) => Promise<() => void>
  count: () => number
  close: () => void
}

interface Stream extends Follower {
  accountId: string
  /** The main account: limits apply to it, since one person can make any number of sub-accounts. */
  family: string
  sessionId: string
  expiresAt: number
  reach: Map<string, Reached>
  /** False until the rights of the session have been read: nothing is sent before. */
  isOpen: boolean
}

/** `most`: streams in all. */
export const openLive = (service: Service, most = maxStreams): Live => new Hub(service, most)

class Hub implements Live {
  readonly #service: Service
  readonly #most: number
  readonly #streams = new Set<Stream>()
  readonly #listener = { hear: (hint: string) => this.#hear(hint), back: () => this.#back() }
  readonly #ending: NodeJS.Timeout
  #hints = new Set<string>()
  #gathering: NodeJS.Timeout | undefined
  /** The running check of sessions and rights, and the next one, which serves all calls until it begins. */
  #running = Promise.resolve()
  #next: Promise<void> | null = null

  constructor(service: Service, most: number) {
    this.#service = service
    this.#most = most
    this.#ending = setInterval(() => this.#endExpired(), lookEveryMs)
    this.#ending.unref()
  }

  count(): number {
    return this.#streams.size
  }

  async follow({ accountId, mainAccountId, sessionId }: SignedIn, follower: Follower): Promise<() => void> {
    const family = mainAccountId ?? accountId
    const own = [...this.#streams].filter((stream) => stream.accountId === accountId).length
    if (own >= maxStreamsPerAccount) throw new Problem('request.tooMany', { retryAfterS })
    if (this.#streams.size >= this.#most) this.#makeRoom(family)
    const stream: Stream = { ...follower, accountId, family, sessionId, expiresAt: 0, reach: new Map(), isOpen: false }
    this.#streams.add(stream)
    try {
      await this.#service.db.notices.listen(this.#listener)
      await this.#look()
    } catch (error) {
      this.#streams.delete(stream)
      throw error
    }
    if (!this.#streams.has(stream)) throw new Problem('session.required')
    return () => void this.#streams.delete(stream)
  }

  close(): void {
    this.#service.db.notices.forget(this.#listener)
    clearInterval(this.#ending)
    clearTimeout(this.#gathering)
    this.#endAll()
  }

  /** When all streams are taken, ends the oldest of the family that has most. @throws Problem service.unavailable */
  #makeRoom(family: string): void {
    const byFamily = Map.groupBy(this.#streams, (stream) => stream.family)
    const most = [...byFamily.values()].reduce((longest, each) => (each.length > longest.length ? each : longest), [])
    const [oldest] = most
    if (!oldest || most.length <= (byFamily.get(family)?.length ?? 0) + 1)
      throw new Problem('service.unavailable', { retryAfterS })
    this.#end(oldest)
  }

  #end(stream: Stream): void {
    if (this.#streams.delete(stream)) stream.end()
  }

  #endAll(): void {
    for (const stream of this.#streams) this.#end(stream)
  }

  #endExpired(): void {
    const now = this.#service.now()
    for (const stream of this.#streams) if (stream.isOpen && stream.expiresAt <= now) this.#end(stream)
  }

  /** Resolves after a check that began after the call. */
  #look(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = null
      const work = this.#lookOnce()
      this.#running = work.catch(() => {})
      return work
    })
    return this.#next
  }

  /** Ends streams whose session is over, and reads the reach of the others again: two queries in total. */
  async #lookOnce(): Promise<void> {
    const known = [...this.#streams]
    if (known.length === 0) return
    const { db, now } = this.#service
    const sessions = await findLiveSessions(db.read, [...new Set(known.map(({ sessionId }) => sessionId))], now())
    const ends = new Map(sessions.map(({ id, expires_at }) => [id, expires_at]))
    for (const stream of known) if (!ends.has(stream.sessionId)) this.#end(stream)
    const left = known.filter((stream) => this.#streams.has(stream))
    const rows = await findReach(db.read, [...new Set(left.map(({ accountId }) => accountId))])
    const byAccount = Map.groupBy(rows, ({ account_id }) => account_id)
    for (const stream of left) {
      const reach = new Map((byAccount.get(stream.accountId) ?? []).map((row) => [row.station_id, row]))
      const hasChanged = stream.isOpen && textOf(reach) !== textOf(stream.reach)
      stream.expiresAt = ends.get(stream.sessionId) ?? 0
      stream.reach = reach
      stream.isOpen = true
      if (hasChanged) stream.tell({ type: 'access' })
    }
  }

  #hear(hint: string): void {
    if (this.#streams.size === 0) return
    if (hint === 'access') {
      // Revoked rights take effect before any further hint is sent.
      this.#look().catch(() => this.#endAll())
      return
    }
    this.#hints.add(hint)
    this.#gathering ??= setTimeout(() => void this.#tellHints(), gatherMs)
  }

  async #tellHints(): Promise<void> {
    this.#gathering = undefined
    const told = this.#hints
    this.#hints = new Set()
    // The page reads again after the hint, possibly from the replica, which must have the change by then.
    await this.#service.db.replica?.caughtUp().catch(() => {})
    await (this.#next ?? this.#running).catch(() => {})
    this.#endExpired()
    const now = this.#service.now()
    for (const stream of this.#streams) if (stream.isOpen) for (const hint of told) tell(stream, hint, now)
  }

  /** After an outage of the database hints may be missing: reads rights again, then tells all pages to resync. */
  #back(): void {
    if (this.#streams.size === 0) return
    this.#look()
      .then(() => this.#streams.forEach((stream) => stream.tell({ type: 'resync' })))
      .catch(() => this.#endAll())
  }
}

const textOf = (reach: ReadonlyMap<string, Reached>) =>
  [...reach.values()]
    .map((row) => [row.station_id, row.ends_at, ...row.rights].join(' '))
    .toSorted()
    .join('\n')

const isStationEvent = (type: string): type is StationEventType => type in rightOf

/** `hint`: the type and what it concerns, as the database sends it. */
function tell(stream: Stream, hint: string, now: number): void {
  const [type = '', id = ''] = hint.split(' ')
  if (isStationEvent(type)) {
    const reached = stream.reach.get(id)
    if (!reached || (reached.ends_at !== null && reached.ends_at <= now)) return
    if (reached.rights.includes(rightOf[type])) stream.tell({ type, stationId: id })
  } else if (type === 'export' && id === stream.accountId) stream.tell({ type })
  else if (type === 'bulletin') stream.tell({ type })
}
