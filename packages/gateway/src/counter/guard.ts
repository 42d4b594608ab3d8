import type { CounterReading } from '../source/source.ts'
import { tidyNumber } from '../source/tidy.ts'

/** Remembered state of a serial's counter; survives restarts. */
export interface CounterState {
  origin: string
  /** Last value that the device reported, kWh, and its time, epoch ms. */
  kwh: number
  at: number
  /** Added to the reported value, so that the sent counter continues after overflows and resets. */
  offsetKwh: number
  /** Readings that do not continue the last one; enough consistent ones mean another meter. */
  held: { origin: string; kwh: number; at: number }[]
}

export interface Guarded {
  state: CounterState
  /** kWh for the portal; null: unknown now. */
  sentKwh: number | null
  /** Decision in words, for people; null: none was needed. */
  note: string | null
}

/** This many consistent readings mean another meter, not a dip. */
const agreeing = 3
/** Margin over the rated power, for clock errors and rounding. */
const tolerance = 1.2
/** Two steps of a coarse counter, kWh. */
const slackKwh = 2
/** Growth limit without a known rated power, kW: no single inverter has more. */
const unknownRatedKw = 500

/**
 * Turns a counter that may fall (at night, after updates, by overflow at 16 or 32 bits) into one that never does. A
 * reading that cannot continue the last one is held back. When three of them agree, the counter has been reset, and
 * its new readings continue the old count.
 * `ratedW`: null if unknown.
 */
export function guardCounter(
  before: CounterState | null,
  reading: CounterReading,
  at: number,
  ratedW: number | null,
): Guarded {
  const { origin, kwh } = reading
  if (!before) return taken({ origin, kwh, at, offsetKwh: 0, held: [] }, null)
  const most = growthLimit(at - before.at, ratedW)
  if (origin === before.origin) {
    if (kwh >= before.kwh && kwh - before.kwh <= most) return taken({ ...before, kwh, at, held: [] }, null)
    const wraps = reading.wrapsAtKwh
    if (wraps !== null && kwh < before.kwh && kwh + wraps - before.kwh <= most) {
      const offsetKwh = tidyNumber(before.offsetKwh + wraps)
      return taken({ ...before, kwh, at, offsetKwh, held: [] }, `the counter went over its end at ${wraps} kWh`)
    }
  }
  return held(before, reading, at, ratedW)
}

function held(before: CounterState, { origin, kwh }: CounterReading, at: number, ratedW: number | null): Guarded {
  const last = before.held.at(-1)
  const agrees =
    last && last.origin === origin && kwh >= last.kwh && kwh - last.kwh <= growthLimit(at - last.at, ratedW)
  const readings = [...(agrees ? before.held : []), { origin, kwh, at }].slice(-agreeing)
  const first = readings[0]
  // A constant counter may be frozen at a wrong value: only a rising one is taken as another meter.
  if (!first || readings.length < agreeing || kwh <= first.kwh) {
    const note = readings.length === 1 ? `${origin} tells ${kwh} kWh after ${before.kwh} kWh: held back` : null
    return { state: { ...before, held: readings }, sentKwh: null, note }
  }
  const offsetKwh = tidyNumber(before.kwh + before.offsetKwh - first.kwh)
  return taken(
    { origin, kwh, at, offsetKwh, held: [] },
    `the counter goes on as ${origin} from ${first.kwh} kWh, which is ${tidyNumber(first.kwh + offsetKwh)} kWh in all`,
  )
}

function growthLimit(elapsedMs: number, ratedW: number | null): number {
  const ratedKw = ratedW === null ? unknownRatedKw : ratedW / 1000
  return ratedKw * tolerance * (Math.max(0, elapsedMs) / 3_600_000) + slackKwh
}

function taken(state: CounterState, note: string | null): Guarded {
  return { state, sentKwh: tidyNumber(state.kwh + state.offsetKwh), note }
}
