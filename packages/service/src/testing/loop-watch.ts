import type { TestPortal } from './test-portal.ts'

/** Longest allowed turn of the event loop: a longer one delays every other request. */
const blockedMs = 250
/** Limit of the 99th percentile of turns, unless an idle portal takes more than a third of it. */
const calmMs = 50

const yardstick = Array.from({ length: 2_000 }, (_, nth) => ({ nth, at: `2026-06-10T10:00:${nth}Z`, values: [nth / 3, null] })) // prettier-ignore
/** The fastest run of the yardstick in this process, CPU ms. */
let quickest = Number.POSITIVE_INFINITY

/**
 * Factor by which the CPU is slower now than at its fastest: with other work on the machine, shared caches and
 * hyper-threads make the same work take up to three times the CPU time. 1: not slower.
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
 * Time by which this thread's own work delayed each turn of the event loop, in CPU ms: time of other processes does not
 * count, so that the figures are the same on a busy machine.
 */
class LoopWatch {
  private turns: number[] = []
  private running = 0
  private timer: NodeJS.Timeout | undefined
  private last = 0

  /** Records turns while `work` runs; concurrent works share one recording. */
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

  /** The longest turn since the last `take`. */
  most(): number {
    return this.turns.reduce((most, each) => Math.max(most, each), 0)
  }

  /** The longest turn and the 99th percentile since the last call; clears the record. */
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
 * Fails each test of the file that blocks the event loop while a request is answered: once for 250 ms, or in one turn
 * of a hundred for more than 50 ms or three times the value of the idle portal. Work other than requests is recorded by
 * `during` of the returned watch. `portal` is called once the portal exists.
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
  // Work before a test, its preparation, does not count.
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
