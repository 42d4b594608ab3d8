import { binMs } from '../../figure/day-grid.ts'
import { quarterMs } from '../day/day-energy.ts'
import type { DayStep } from '../day/day-step.ts'
import type { DayPoints, TouchedDay } from '../queries/roll-up.ts'
import type { DeviceStretch } from '../queries/due-roll-up.ts'
import type { CounterSums, findSettledDays, SettledDay } from '../queries/settled-day.ts'
import type { Place } from '../../figure/sun.ts'

/** Number of newest frames, or counter points, whose meaning later ones may still change. */
const unsettled = 8
/**
 * Number of frames before the first recomputed one that are read again: they decide its interval and its counter step.
 */
const context = 10

/** The day as it was computed, and the data that decides how much of it is settled. */
export interface ComputedDay {
  frames: readonly { at: number; power_w: number | null; counter_kwh: number | null }[]
  steps: readonly DayStep[]
  /** See settleSteps. */
  open: readonly boolean[]
  /** See hasStood; of these steps. */
  hasStood: (steps: readonly DayStep[]) => boolean
  sumsUpTo: (instant: number) => CounterSums
  daylightBinsBefore: (bin: number) => number
  figures: Pick<SettledDay, 'spliced_kwh' | 'resets' | 'outliers' | 'quarter_w' | 'quarter_kwh'>
}

/** All inputs of a day's computation except its frames, as text. */
export function inputsOf({ before, former, swaps, accepted }: DayPoints, day: TouchedDay, place: Place): string {
  const { from, to, ratedW, counts } = day
  const { latitude, longitude } = place
  return JSON.stringify([from, to, ratedW, counts, latitude, longitude, former, before, swaps, accepted])
}

/**
 * How much of a day is settled; `known`: the part that was settled before. Null: nothing useful.
 *
 * A bin is settled if all frames that it contains, or that cover it, are; a step if it lies in settled bins. Sums can
 * continue only from a step across which no jump of the counter is distributed.
 */
export function settledOf(
  day: TouchedDay,
  inputs: string,
  known: SettledDay | null,
  computed: ComputedDay,
): SettledDay | null {
  const { frames, steps, open, figures } = computed
  const [first, last] = [known?.first ?? frames.at(0), frames.at(-1)]
  const streams = [
    frames,
    frames.filter(({ power_w }) => power_w !== null),
    frames.filter(({ counter_kwh }) => counter_kwh !== null),
  ].map((stream) => stream.map(({ at }) => at))
  const startOf = (instant: number, lengthMs: number) => instant - ((instant - day.from) % lengthMs)
  const horizon = startOf(Math.min(...streams.map((stream) => stream.at(-unsettled) ?? -Infinity)), binMs)
  const ends = steps.flatMap(({ to, kwh }, nth) => (open[nth] || kwh === null ? [] : to))
  const cut = startOf(ends.findLast((at) => at <= horizon) ?? -Infinity, quarterMs)
  const quarters = (cut - day.from) / quarterMs
  const step = ends.findLast((at) => at <= cut)
  if (step === undefined || !first || !last || quarters <= (known?.quarter_w.length ?? 0)) return known
  const isDoubtful = steps.some(({ kind, to }) => kind !== 'ok' && to > step)
  const own = steps.filter(({ to }) => to <= step)
  const stood = known?.has_stood || computed.hasStood(own)
  if (isDoubtful || stood !== computed.hasStood(steps)) return null
  const reads = streams.map((stream) => stream[stream.findLastIndex((at) => at <= startOf(step, binMs)) - context])
  if (reads.some((at) => at === undefined)) return known
  return {
    date: day.date,
    inputs,
    last: last.at,
    read: Math.min(...reads.map((at) => at ?? Infinity)),
    step,
    first: { at: first.at, power_w: first.power_w },
    samples: (known?.samples ?? 0) + frames.filter(({ at }) => at >= (known?.step ?? 0) && at < step).length,
    daylight_bins: computed.daylightBinsBefore((cut - day.from) / binMs),
    sums: computed.sumsUpTo(step),
    spliced_kwh: figures.spliced_kwh,
    resets: figures.resets,
    outliers: figures.outliers,
    has_stood: stood,
    quarter_w: figures.quarter_w.slice(0, quarters),
    quarter_kwh: figures.quarter_kwh.slice(0, quarters),
  }
}

/** Adds the settled part to days whose new frames are all newer than it, and that frames of other days do not reach. */
export function withSettled(
  days: readonly TouchedDay[],
  stretches: readonly (DeviceStretch & { first: number; last: number; frames: number })[],
  settledOf: Awaited<ReturnType<typeof findSettledDays>>,
): TouchedDay[] {
  const byDevice = Map.groupBy(stretches, ({ deviceNo }) => deviceNo)
  return days.map((day) => {
    const known = settledOf.get(day.deviceNo)
    if (known?.settled.date !== day.date) return { ...day, settled: null }
    const reaching = (byDevice.get(day.deviceNo) ?? []).filter(({ from, to }) => from < day.to && to >= day.from)
    const [own] = reaching
    if (!own || reaching.length > 1 || own.first <= known.settled.last || own.last >= day.to) return day
    if (known.samples === null) return day
    return { ...day, settled: known.settled, samples: known.samples + own.frames }
  })
}
