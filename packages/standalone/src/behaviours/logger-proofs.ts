import { expectSound, type Proof, sharesOf, type Views } from './proof.ts'
import { curveOf, marksOf } from './seen.ts'

const minute = 60_000

/** Energy from before the start to an hour after the end: nothing lost, nothing counted twice. */
function expectWhole(own: Views, twin: Views): void {
  const over = ({ before, after }: Views): Views => ({ before, during: after, after })
  const share = sharesOf(over(own), over(twin)).during
  expect(share).toBeGreaterThan(0.96)
  expect(share).toBeLessThan(1.04)
}

function expectNoGap({ after }: Views, from: number, to: number): void {
  expect(curveOf(after.day.powerW, after.day, from, to)).not.toContain(null)
}

/** Behaviours of a logger; each plant has one inverter. */
export const loggerProofs: Proof[] = [
  {
    behaviour: 'loggerOffline',
    shows: 'stale, Offline, never a live watt; afterwards the whole day, marked backfilled',
    check: (own, twin, { on, off, after }) => {
      const { during } = own
      expect(during.device).toMatchObject({ status: 'offline', statusReason: 'noData', powerW: null })
      expect(during.station).toMatchObject({ status: 'offline', powerW: null, age: { state: 'stale' } })
      expect(curveOf(during.day.powerW, during.day, on + 10 * minute, off - 10 * minute).every((p) => p === null)).toBe(
        true,
      )
      expectSound(own.after)
      expectNoGap(own, on, after - 5 * minute)
      expect(marksOf(own.after.day, on + 5 * minute, off - 20 * minute)).toEqual(['backfilled'])
      expectWhole(own, twin)
    },
  },
  {
    behaviour: 'loggerRestart',
    parameters: { awayMinutes: 7 },
    shows: 'no loss and no mark',
    check: (own, twin, { before, after }) => {
      expectSound(own.during)
      expectNoGap(own, before, after - 5 * minute)
      expect(marksOf(own.after.day, before, after)).toEqual([])
      expectWhole(own, twin)
    },
  },
  {
    behaviour: 'duplicateFrames',
    parameters: { times: 3 },
    shows: 'nothing of it: energy and curve as ever',
    check: (own, twin, { before, after }) => {
      expectSound(own.during)
      expectNoGap(own, before, after - 5 * minute)
      expectWhole(own, twin)
    },
  },
  {
    behaviour: 'lateFrames',
    parameters: { minutes: 12 },
    shows: 'late or stale data, and in the end each value at its true time',
    check: (own, twin, { before, after }) => {
      expect(['late', 'stale']).toContain(own.during.device.age.state)
      expect(own.after.device.age.state).toBe('live')
      expectNoGap(own, before, after - 5 * minute)
      const [mine, other] = [own, twin].map((views) =>
        curveOf(views.after.day.powerW, views.after.day, before, after - 5 * minute),
      )
      for (const [i, power] of (mine ?? []).entries()) expect((power ?? 0) / (other?.[i] ?? 1)).toBeCloseTo(1, 1)
      expectWhole(own, twin)
    },
  },
  {
    behaviour: 'clockError',
    parameters: { offsetS: 240 },
    shows: 'newest values four minutes ahead of the time',
    check: ({ during }) => {
      const measuredAt = Date.parse(during.device.age.measuredAt ?? '')
      expect(measuredAt % (5 * minute)).toBe(4 * minute)
      expect(during.device.status).toBe('normal')
    },
  },
  {
    behaviour: 'clockError',
    parameters: { offsetS: 3600 },
    shows: 'rows an hour ahead are refused: Offline',
    check: ({ during, after }) => {
      expect(during.device).toMatchObject({ status: 'offline', statusReason: 'noData' })
      expectSound(after)
    },
  },
  {
    behaviour: 'dstChange',
    parameters: { direction: 'back' },
    shows: 'stale data and no hour twice; put right, a gap in the curve and the whole energy',
    check: (own, twin, { before, on, off }) => {
      const { during, after } = own
      expect(during.device).toMatchObject({ status: 'offline', age: { state: 'stale' } })
      // The hour before is unchanged, although it was sent again.
      const [mine, other] = [after, during].map((seen) => curveOf(seen.day.powerW, seen.day, before, on))
      expect(mine).toEqual(other)
      expectSound(after)
      expect(marksOf(after.day, on + 10 * minute, off - 5 * minute)).toEqual(['gap'])
      expectWhole(own, twin)
    },
  },
  {
    behaviour: 'dstChange',
    parameters: { direction: 'forward' },
    shows: 'rows an hour ahead refused: Offline; put right, a gap and the whole energy',
    check: (own, twin, { on, off }) => {
      expect(own.during.device).toMatchObject({ status: 'offline', statusReason: 'noData' })
      expectSound(own.after)
      expect(marksOf(own.after.day, on + 10 * minute, off - 5 * minute)).toEqual(['gap'])
      expectWhole(own, twin)
    },
  },
]
