import fc from 'fast-check'
import { DayBook } from '@helioport/time/node'
import { longestIntervalMs } from '../../figure/interval.ts'
import { StepShares } from '../day/step-shares.ts'
import type { DayPoints, DayRollUp, TouchedDay } from '../queries/roll-up.ts'
import type { SettledDay } from '../queries/settled-day.ts'
import { touchedDay } from './roll-up.ts'
import { rollUpDay } from './roll-up-day.ts'

const place = { latitude: 52.5, longitude: 13.4 }
const ratedW = 10_000

interface Frame {
  at: number
  power_w: number | null
  counter_kwh: number | null
}

/** Points as the database would give them of these frames. */
function pointsOf(frames: readonly Frame[], day: TouchedDay): DayPoints {
  const before = frames.filter(({ at }) => at < day.from)
  const after = frames.filter(({ at }) => at >= day.to)
  const own = frames.filter(({ at }) => at >= (day.settled?.read ?? day.from - longestIntervalMs) && at < day.to)
  const counters = (some: readonly Frame[]) =>
    some.flatMap(({ at, counter_kwh }): [number, number][] => (counter_kwh === null ? [] : [[at, counter_kwh]]))
  return {
    device_no: 1,
    date: day.date,
    former: before.slice(-6).map(({ at }) => at),
    before: counters(before).slice(-5),
    after: counters(after).slice(0, 5),
    swaps: [],
    accepted: [],
    at: own.map(({ at }) => at - day.from),
    power_w: own.map(({ power_w }) => power_w),
    counter_kwh: own.map(({ counter_kwh }) => counter_kwh),
    is_end: null,
  }
}

/** A logger of this day: how often it sends, how fine its counter is, and what goes wrong. */
const streams = fc.record({
  date: fc.constantFrom('2026-06-10', '2026-12-10', '2026-03-29', '2026-10-25'),
  everyS: fc.constantFrom(10, 30, 60, 300, 420, 900),
  registerKwh: fc.constantFrom(0.001, 0.01, 0.1, 1),
  peakW: fc.constantFrom(400, 4_000, 11_000),
  fromHour: fc.integer({ min: -3, max: 20 }),
  hours: fc.integer({ min: 1, max: 9 }),
  /** One frame in this many lacks a value, is missing with some after it, or has a counter that jumps; 0: none. */
  noPower: fc.constantFrom(0, 7, 40),
  noCounter: fc.constantFrom(0, 3, 50),
  gap: fc.constantFrom(0, 0, 60),
  trouble: fc.constantFrom(0, 0, 0, 150),
  jitterS: fc.constantFrom(0, 0, 4),
  seed: fc.integer({ min: 1, max: 1e6 }),
})
type Stream = typeof streams extends fc.Arbitrary<infer T> ? T : never

function framesOf(stream: Stream, day: { from: number; to: number }): Frame[] {
  let state = stream.seed
  const chance = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const isOne = (inSoMany: number) => inSoMany > 0 && chance() < 1 / inSoMany
  const frames: Frame[] = []
  let kwh = 12_345.678
  let silent = 0
  const start = day.from + stream.fromHour * 3_600_000
  const end = Math.min(start + stream.hours * 3_600_000, day.to)
  for (let at = start; at < end; at += stream.everyS * 1_000) {
    const hour = (at - day.from) / 3_600_000
    const power = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI)) * stream.peakW * (0.7 + 0.3 * chance())
    kwh += (power * stream.everyS) / 3_600_000
    if (isOne(stream.gap)) silent = 1 + Math.floor(chance() * 12)
    if ((silent -= 1) >= 0) continue
    const shown = isOne(stream.trouble) ? kwh * (chance() < 0.5 ? 0 : 3) : kwh
    if (isOne(stream.trouble)) kwh = 0
    frames.push({
      at: at + Math.floor(chance() * stream.jitterS) * 1_000,
      power_w: isOne(stream.noPower) ? null : Math.fround(power),
      counter_kwh: isOne(stream.noCounter) ? null : Math.floor(shown / stream.registerKwh) * stream.registerKwh,
    })
  }
  return frames
}

/** Batches as they arrive: mostly one frame, at times many, some of them late. */
function* batchesOf(frames: readonly Frame[], seed: number): Generator<Frame[]> {
  let state = seed
  const next = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most
  const arriving = frames.map((frame, nth) => ({ frame, turn: nth + (next(30) === 0 ? next(60) : 0) }))
  const left = arriving.toSorted((a, b) => a.turn - b.turn).map(({ frame }) => frame)
  while (left.length > 0) yield left.splice(0, 1 + (next(3) === 0 ? next(40) : 0))
}

const book = new DayBook('Europe/Berlin')
const shares = new StepShares(book, place)

test('adding newest frames to a settled day gives exactly the day computed from all frames', () => {
  const taken = { settled: 0, whole: 0 }
  const check = (stream: Stream) => {
    const day: TouchedDay = touchedDay(book.of(stream.date), { deviceNo: 1, ratedW, counts: true }, place)
    let settled: SettledDay | null = null
    let seen: Frame[] = []
    for (const batch of batchesOf(framesOf(stream, day), stream.seed)) {
      seen = [...seen, ...batch].toSorted((a, b) => a.at - b.at)
      const whole = rollUpDay(pointsOf(seen, day), day, shares)
      const isNewer = batch.every(({ at }) => at > (settled?.last ?? Infinity))
      const own: TouchedDay = { ...day, settled, samples: seen.filter(({ at }) => at >= day.from).length }
      const quick: DayRollUp | null = isNewer ? rollUpDay(pointsOf(seen, own), own, shares) : null
      if (quick) expect({ ...quick, settled: null }).toEqual({ ...whole, settled: null })
      taken[quick ? 'settled' : 'whole'] += 1
      settled = (quick ?? whole)?.settled ?? null
    }
  }
  fc.assert(fc.property(streams, check), { numRuns: 50, seed: 11 })
  // Checks that a good part of the batches is computed from settled days.
  expect(taken.settled).toBeGreaterThan(taken.whole / 2)
})
