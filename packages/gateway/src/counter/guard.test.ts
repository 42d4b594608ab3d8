import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Counters } from './counters.ts'
import { type CounterState, guardCounter } from './guard.ts'

const start = Date.parse('2026-06-21T10:00:00Z')
const minute = 60_000

/** Sent values of readings at one-minute steps, for an inverter of 10 kW. */
function sent(readings: readonly (number | [string, number])[], wrapsAtKwh: number | null = null, ratedW = 10_000) {
  let state: CounterState | null = null
  return readings.map((reading, i) => {
    const [origin, kwh] = typeof reading === 'number' ? ['a', reading] : reading
    const guarded = guardCounter(state, { origin, kwh, wrapsAtKwh }, start + i * minute, ratedW)
    state = guarded.state
    return guarded.sentKwh
  })
}

test('a counter that rises is sent as it is', () => {
  expect(sent([5000, 5000.1, 5000.1, 5000.3])).toEqual([5000, 5000.1, 5000.1, 5000.3])
})

test('a lower reading in the night is not sent, and the morning goes on where the evening was', () => {
  expect(sent([5000, 12, 12, 5000.1])).toEqual([5000, null, null, 5000.1])
})

test('a meter that forgot goes on where it was, once three rising readings agree', () => {
  expect(sent([5000, 0.1, 0.2, 0.3, 0.5])).toEqual([5000, null, null, 5000.2, 5000.4])
})

test('a counter that stands still at a lower value is no new meter', () => {
  expect(sent([5000, 7, 7, 7, 7, 7, 5000])).toEqual([5000, null, null, null, null, null, 5000])
})

test('32 bits that begin anew go on', () => {
  expect(sent([42_949.6, 42_949.7, 0.05, 0.2], 42_949.672_96)).toEqual([42_949.6, 42_949.7, 42_949.72296, 42_949.87296])
})

test('16 bits of tenths, which are full after 6553.5 kWh, go on as often as they begin anew', () => {
  expect(sent([6553.4, 6553.5, 0, 0.1], 6553.6)).toEqual([6553.4, 6553.5, 6553.6, 6553.7])
})

test('a jump that the device cannot have made is not sent; what agrees afterwards is spliced on', () => {
  expect(sent([5000, 50_000, 5000.2])).toEqual([5000, null, 5000.2])
  expect(sent([5000, 50_000, 50_000.1, 50_000.2])).toEqual([5000, null, null, 5000.2])
})

test('another register is another meter, not a jump', () => {
  expect(
    sent([
      ['a', 5000],
      ['b', 5400],
      ['b', 5400.1],
      ['b', 5400.2],
    ]),
  ).toEqual([5000, null, null, 5000.2])
})

test('a gateway that was off for a month goes on at once', () => {
  const { state } = guardCounter(null, { origin: 'a', kwh: 5000, wrapsAtKwh: null }, start, 10_000)
  const month = guardCounter(state, { origin: 'a', kwh: 6200, wrapsAtKwh: null }, start + 30 * 1440 * minute, 10_000)
  expect(month.sentKwh).toBe(6200)
})

test('what was spliced outlives a restart; a device without a counter sends none', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'counters-')), 'counters.json')
  const reading = (kwh: number | null, at: number) => [
    {
      frame: { serial: 'A-1234', at, powerW: 5, ratedPowerW: 10_000 },
      counter: kwh === null ? null : { origin: 'a', kwh, wrapsAtKwh: null },
    },
  ]
  const said: string[] = []
  const before = new Counters(file, (text) => said.push(text))
  for (const [i, kwh] of [5000, 0.1, 0.2, 0.3].entries()) await before.framesOf(reading(kwh, start + i * minute))
  expect(said).toHaveLength(2)
  const after = new Counters(file, () => undefined)
  const [frame] = await after.framesOf(reading(0.4, start + 5 * minute))
  expect(frame?.energyTotalKwh).toBe(5000.3)
  const [without] = await after.framesOf(reading(null, start + 6 * minute))
  expect(without).not.toHaveProperty('energyTotalKwh')
})
