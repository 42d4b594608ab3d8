import type { LocalDay } from '@helioport/time/node'
import { mayAllSleep } from './silence.ts'
import { isNight, type Place } from './sun.ts'
import { lateAt, staleAt, type LastHeard, longestSleepMs } from './status.ts'

/** Step of the search: shorter nights and days do not matter. */
const stepMs = 20 * 60_000
const dayMs = 24 * 3_600_000
/** Longest time that figures are kept by day, because coverage changes all the time. */
const longestKeptMs = 30 * 60_000

/**
 * When the state of a station next changes without new data after `now`, epoch ms: a device becomes late, falls silent,
 * or has been silent for a day; the sun rises, sets, or passes the altitude below which inverters may sleep; the local
 * day ends. By day it is soon in any case.
 */
export function nextChange(heard: readonly LastHeard[], today: LocalDay, place: Place, now: number): number {
  const silences = heard.flatMap((own) =>
    own.ts === null ? [] : [lateAt(own), staleAt(own), own.ts + longestSleepMs + 1],
  )
  const soon = isNight(now, place) ? [] : [now + longestKeptMs]
  const turns = [isNight, mayAllSleep].map((holds) => nextTurn((at) => holds(at, place), now))
  return Math.min(...turns, today.to, ...soon, ...silences.filter((at) => at > now))
}

/** When `holds` next changes; a day from now at most. */
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
