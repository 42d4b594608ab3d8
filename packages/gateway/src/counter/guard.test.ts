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

test('a rising counter is sent unchanged', () => {
  expect(sent([5000, 5000.1, 5000.1, 5000.3])).toEqual([5000, 5000.1, 5000.1, 5000.3])
})

test('a lower reading at night is not sent; the morning continues from the evening’s value', () => {
  expect(sent([5000, 12, 12, 5000.1])).toEqual([5000, null, null, 5000.1])
})

test('a meter that was reset continues from its former value after three rising readings', () => {
  expect(sent([5000, 0.1, 0.2, 0.3, 0.5])).toEqual([5000, null, null, 5000.2, 5000.4])
})

test('a counter that stays constant at a lower value is not a reset', () => {
  expect(sent([5000, 7, 7, 7, 7, 7, 5000])).toEqual([5000, null, null, null, null, null, 5000])
})

test('a counter of 32 bits that wraps continues', () => {
  expect(sent([42_949.6, 42_949.7, 0.05, 0.2], 42_949.672_96)).toEqual([42_949.6, 42_949.7, 42_949.72296, 42_949.87296])
})

test('a counter of 16 bits that wraps at 6553.6 kWh continues', () => {
  expect(sent([6553.4, 6553.5, 0, 0.1], 6553.6)).toEqual([6553.4, 6553.5, 6553.6, 6553.7])
})

test('an implausible jump is not sent; rising readings after it continue from the former value', () => {
  expect(sent([5000, 50_000, 5000.2])).toEqual([5000, null, 5000.2])
  expect(sent([5000, 50_000, 50_000.1, 50_000.2])).toEqual([5000, null, null, 5000.2])
})

test('a change of the register counts as another meter, not as a jump', () => {
  expect(
    sent([
      ['a', 5000],
      ['b', 5400],
      ['b', 5400.1],
      ['b', 5400.2],
    ]),
  ).toEqual([5000, null, null, 5000.2])
})

test('after a month without readings the first plausible one is sent at once', () => {
  const { state } = guardCounter(null, { origin: 'a', kwh: 5000, wrapsAtKwh: null }, start, 10_000)
  const month = guardCounter(state, { origin: 'a', kwh: 6200, wrapsAtKwh: null }, start + 30 * 1440 * minute, 10_000)
  expect(month.sentKwh).toBe(6200)
})

test('the offset of a reset counter survives a restart; a device without a counter sends none', async () => {
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
