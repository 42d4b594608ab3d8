import type { LocalDay } from '@helioport/time/node'
import { mayAllSleep } from './silence.ts'
import { isNight, type Place } from './sun.ts'
import { lateAt, staleAt, type LastHeard, longestSleepMs } from './status.ts'

/** No night, and no day, that matters is shorter. */
const stepMs = 20 * 60_000
const dayMs = 24 * 3_600_000
/** What moves with the clock all the time, the share of the day that is known, is at most so old where it is kept. */
const longestKeptMs = 30 * 60_000

/**
 * When the state of a station changes by itself after `now`, epoch ms: a device is late, falls silent, or has been
 * silent for a day, the sun rises, sets, or passes the height under which inverters may sleep, the local day ends; by day it is soon in any case.
 */
export function nextChange(heard: readonly LastHeard[], today: LocalDay, place: Place, now: number): number {
  const silences = heard.flatMap((own) =>
    own.ts === null ? [] : [lateAt(own), staleAt(own), own.ts + longestSleepMs + 1],
  )
  const soon = isNight(now, place) ? [] : [now + longestKeptMs]
  const turns = [isNight, mayAllSleep].map((holds) => nextTurn((at) => holds(at, place), now))
  return Math.min(...turns, today.to, ...soon, ...silences.filter((at) => at > now))
}

/** When it holds no longer, or begins to; a day from now at most. */
function nextTurn(holds: (at: number) => boolean, now: number): number {
  const state = holds(now)
  for (let from = now; from < now + dayMs; from += stepMs) {
    if (holds(from + stepMs) === state) continue
    let [before, after] = [from, from + stepMs]
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (holds(middle) === state) before = middle
      else after = middle
    }
    return after
  }
  return now + dayMs
}
