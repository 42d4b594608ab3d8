import type { LiveEvent, StationRight } from '@helioport/contract'
import { findLiveSessions, findReach, type Reached } from './queries/live.ts'
import type { Service } from '../base/service.ts'
import { Problem } from '../base/problem.ts'
import type { SignedIn } from '../base/signed-in.ts'

/** A browser holds one stream for all of its tabs; so many browsers and scripts may one account have. */
export const maxStreamsPerAccount = 20
const maxStreams = 5_000
/** Hints that come within this time are told once, in ms. */
const gatherMs = 150
/** Sessions and shares that end by themselves are noticed this late at most, in ms. */
const lookEveryMs = 10_000
const retryAfterS = 30

type StationEventType = Extract<LiveEvent, { stationId: string }>['type']

/** Right that each hint about a station takes. */
const rightOf: Record<StationEventType, StationRight> = { station: 'view', alarm: 'alarms', command: 'view' }

export interface Follower {
  tell: (event: LiveEvent) => void
  /** The session is over, or the service stops. */
  end: () => void
}

/** Follows what happens, for the accounts that listen at this instance. */
export interface Live {
  /**
   * Resolves when every later hint will be told; call the result to stop.
   * @throws Problem request.tooMany, service.unavailable, session.required
   */
  follow: (account: SignedIn, follower: Follower) => Promise<() => void>
  count: () => number
  close: () => void
}

interface Stream extends Follower {
  accountId: string
  sessionId: string
  expiresAt: number
  reach: Map<string, Reached>
  /** Nothing is told before it was looked at what the session may see. */
  isOpen: boolean
}

export function openLive(service: Service): Live {
  const streams = new Set<Stream>()
  let hints = new Set<string>()
  let gathering: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let next: Promise<void> | null = null

  const end = (stream: Stream) => {
    if (streams.delete(stream)) stream.end()
  }

  /** Ends streams whose session is over, and finds anew what the others reach. Two queries, however many there are. */
  async function lookOnce(): Promise<void> {
    const known = [...streams]
    if (known.length === 0) return
    const now = service.now()
    const sessions = await findLiveSessions(service.db.read, [...new Set(known.map(({ sessionId }) => sessionId))], now)
    const ends = new Map(sessions.map(({ id, expires_at }) => [id, expires_at]))
    for (const stream of known) if (!ends.has(stream.sessionId)) end(stream)
    const left = known.filter((stream) => streams.has(stream))
    const rows = await findReach(service.db.read, [...new Set(left.map(({ accountId }) => accountId))])
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

  /** Resolves after a look that began after the call; one that has not begun yet serves all who ask. */
  function look(): Promise<void> {
    next ??= running.then(() => {
      next = null
      const work = lookOnce()
      running = work.catch(() => {})
      return work
    })
    return next
  }

  function hear(payload: string): void {
    if (streams.size === 0) return
    if (payload === 'access') {
      // Who must not hear more is cut off before anything else is told.
      look().catch(() => streams.forEach(end))
      return
    }
    hints.add(payload)
    gathering ??= setTimeout(() => void tellHints(), gatherMs)
  }

  async function tellHints(): Promise<void> {
    gathering = undefined
    const told = hints
    hints = new Set()
    await (next ?? running).catch(() => {})
    const now = service.now()
    for (const stream of streams) {
      if (stream.expiresAt <= now && stream.isOpen) end(stream)
      else if (stream.isOpen) for (const hint of told) tell(stream, hint, now)
    }
  }

  const ending = setInterval(() => {
    const now = service.now()
    for (const stream of streams) if (stream.isOpen && stream.expiresAt <= now) end(stream)
  }, lookEveryMs)
  ending.unref()

  /** Nobody knows what was missed: rights first, then everything may be asked for again. */
  async function back(): Promise<void> {
    if (streams.size === 0) return
    await look()
    for (const stream of streams) stream.tell({ type: 'resync' })
  }

  const listener = { hear, back: () => void back().catch(() => streams.forEach(end)) }

  return {
    count: () => streams.size,
    follow: async (account, follower) => {
      const own = [...streams].filter(({ accountId }) => accountId === account.accountId).length
      if (own >= maxStreamsPerAccount) throw new Problem('request.tooMany', { retryAfterS })
      if (streams.size >= maxStreams) throw new Problem('service.unavailable', { retryAfterS })
      const { accountId, sessionId } = account
      const stream: Stream = { ...follower, accountId, sessionId, expiresAt: 0, reach: new Map(), isOpen: false }
      streams.add(stream)
      try {
        await service.db.notices.listen(listener)
        await look()
      } catch (error) {
        streams.delete(stream)
        throw error
      }
      if (!streams.has(stream)) throw new Problem('session.required')
      return () => void streams.delete(stream)
    },
    close: () => {
      service.db.notices.forget(listener)
      clearInterval(ending)
      clearTimeout(gathering)
      streams.forEach(end)
    },
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
