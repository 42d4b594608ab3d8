import type { TestPortal } from './test-portal.ts'

/** A loop that stands still for so long has kept every other request waiting. */
const blockedMs = 250
/** What 99 of 100 turns stay below, if the same portal at rest takes less than a third of it. */
const calmMs = 50

const yardstick = Array.from({ length: 2_000 }, (_, nth) => ({ nth, at: `2026-06-10T10:00:${nth}Z`, values: [nth / 3, null] })) // prettier-ignore
/** What the same piece of work took at its quickest in this process, ms of its processor. */
let quickest = Number.POSITIVE_INFINITY

/**
 * By how much the processor is slower now than it was: beside other work its caches and its second half are shared, and
 * the same work takes up to three times as many of its own milliseconds. 1: not at all.
 */
function crowding(): number {
  const tries = Array.from({ length: 7 }, () => {
    const since = ownMs()
    for (let nth = 0; nth < 4; nth += 1) JSON.parse(JSON.stringify(yardstick))
    return ownMs() - since
  }).toSorted((a, b) => a - b)
  quickest = Math.min(quickest, tries[0] ?? quickest)
  return (tries[3] ?? quickest) / quickest
}

/**
 * How long the event loop was kept from its next turn by this thread's own work, turn by turn, in ms of its processor:
 * what other processes take from it is not counted, so that the figures are the same on a machine that has much else
 * to do.
 */
class LoopWatch {
  private turns: number[] = []
  private running = 0
  private timer: NodeJS.Timeout | undefined
  private last = 0

  /** The turns while `work` is under way are counted, once however much is under way at the same time. */
  async during<T>(work: () => PromiseLike<T>): Promise<T> {
    if (this.running === 0) {
      this.last = ownMs()
      this.timer = setInterval(() => this.look(), 1)
    }
    this.running += 1
    try {
      return await work()
    } finally {
      this.running -= 1
      this.look()
      if (this.running === 0) clearInterval(this.timer)
    }
  }

  /** The longest turn of this test until now. */
  most(): number {
    return this.turns.reduce((most, each) => Math.max(most, each), 0)
  }

  /** The longest turn since it was asked last, and what 99 of 100 stay below; of fewer one may be longer, too. */
  take(): { most: number; p99: number } {
    const turns = this.turns.toSorted((a, b) => a - b)
    this.turns = []
    return { most: turns.at(-1) ?? 0, p99: turns[Math.floor((turns.length - 1) * 0.99)] ?? 0 }
  }

  private look(): void {
    const now = ownMs()
    this.turns.push(now - this.last)
    this.last = now
  }
}

/**
 * Each test of the file fails that keeps the event loop busy while a request is answered: for 250 ms once, or in one turn
 * of a hundred for more than 50 ms or three times what the portal takes at rest. What is not a request goes through
 * `during` of the watch that is returned. `portal` is asked for when there is one.
 */
export function watchLoop(portal: () => TestPortal): LoopWatch {
  const watch = new LoopWatch()
  let calm = calmMs
  beforeAll(async () => {
    const { app } = portal()
    const inject = app.inject.bind(app) as (request: unknown) => PromiseLike<unknown>
    Object.assign(app, { inject: (request: unknown) => watch.during(() => inject(request)) })
    for (let nth = 0; nth < 20; nth += 1) await app.inject('/healthz')
    calm = Math.max(calmMs, 3 * watch.take().p99)
    crowding()
  })
  // What comes before a test is its preparation.
  beforeEach(() => void watch.take())
  afterEach(() => {
    const { most, p99 } = watch.take()
    const isWell = (ms: number, limit: number) => ms <= limit || ms <= limit * crowding()
    expect({ most: isWell(most, blockedMs) ? 'well' : most, p99: isWell(p99, calm) ? 'well' : p99 }).toEqual({
      most: 'well',
      p99: 'well',
    })
  })
  return watch
}

function ownMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
