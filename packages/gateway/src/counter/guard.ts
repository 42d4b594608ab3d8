import type { CounterReading } from '../source/source.ts'
import { tidyNumber } from '../source/tidy.ts'

/** What is remembered of a serial's counter, over restarts. */
export interface CounterState {
  origin: string
  /** As the device told it last, kWh, and when, epoch ms. */
  kwh: number
  at: number
  /** Added to what the device tells, so that what is sent goes on where it was: wraps, and meters that forgot. */
  offsetKwh: number
  /** Readings that do not go on from the last one: another meter, if enough of them agree. */
  held: { origin: string; kwh: number; at: number }[]
}

export interface Guarded {
  state: CounterState
  /** kWh for the portal; null: not known now. */
  sentKwh: number | null
  /** For people: what was decided, where something was. */
  note: string | null
}

/** So many readings that agree are another meter, and no dip. */
const agreeing = 3
/** Over the rated power, for clocks and rounding. */
const tolerance = 1.2
/** Two steps of a coarse counter, kWh. */
const slackKwh = 2
/** Growth of a device whose rated power nobody tells, kW: no single inverter has more. */
const unknownRatedKw = 500

/**
 * A counter that never falls, of one that does: at night, after updates, by 16 or 32 bits. A reading that cannot go on
 * from the last is not sent; when three of them agree, the device has begun anew, and its new readings are spliced on.
 * `ratedW`: null where nobody tells it.
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
  // A counter that stands still may be one that is frozen at a wrong value: only one that rises is another meter.
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
