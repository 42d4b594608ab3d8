/** The caller has too many waiting requests; the message says what to do. */
export class Crowded extends Error {}

/** Queues work: one at a time per caller, `width` at a time in all. */
export interface Turns {
  /** @throws Crowded where `mostWaiting` of the caller wait already */
  take: <T>(caller: string, work: () => Promise<T>) => Promise<T>
}

/** A caller with much work waits for that work only, and does not delay others. */
export function createTurns(width: number, mostWaiting = Infinity): Turns {
  const running = new Set<string>()
  const waiting: { caller: string; begin: () => void }[] = []
  const next = () => {
    const at = running.size < width ? waiting.findIndex(({ caller }) => !running.has(caller)) : -1
    const [first] = at < 0 ? [] : waiting.splice(at, 1)
    if (first === undefined) return
    running.add(first.caller)
    first.begin()
    next()
  }
  return {
    async take(caller, work) {
      if (waiting.filter((one) => one.caller === caller).length >= mostWaiting)
        throw new Crowded(`${caller} has ${mostWaiting} requests that wait: look again when they are answered`)
      await new Promise<void>((begin) => {
        waiting.push({ caller, begin })
        next()
      })
      try {
        return await work()
      } finally {
        running.delete(caller)
        next()
      }
    },
  }
}
