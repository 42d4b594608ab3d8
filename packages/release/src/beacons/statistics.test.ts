import { beaconOf } from '../testing/host.ts'
import { createBeaconStatistics, sumOf } from './statistics.ts'
import { createTokenBuckets } from './token-buckets.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
const minuteMs = 60_000
const release = '0.1.0-111111111111'

test('a window counts tabs to the minute; older minutes are aggregated', () => {
  const statistics = createBeaconStatistics()
  for (let minute = 0; minute < 300; minute += 1) {
    statistics.record(beaconOf(minute, 'load', release), start + minute * minuteMs)
  }
  const now = start + 299 * minuteMs
  const tabsSince = (ms: number) => sumOf(statistics.since(now - ms, now), 'station', release).tabs
  expect([tabsSince(0), tabsSince(9 * minuteMs), tabsSince(59 * minuteMs)]).toEqual([1, 10, 60])
  expect(tabsSince(24 * 60 * minuteMs)).toBe(300)
  const kept = statistics.keep(now)
  const series = Object.values(kept.series)[0]
  expect(Object.keys(series?.minutes ?? {}).length).toBeLessThanOrEqual(122)
  expect(JSON.stringify(kept).length).toBeLessThan(20_000)
})

test('a tab that failed and then loaded counts as one bad tab', () => {
  const statistics = createBeaconStatistics()
  statistics.record(beaconOf(1, 'fault', release, { fault: 'deadline' }), start)
  statistics.record(beaconOf(1, 'load', release), start + 1_000)
  statistics.record(beaconOf(1, 'crash', release, { fault: 'effect' }), start + 2_000)
  expect(sumOf(statistics.since(start, start), 'station', release)).toMatchObject({
    tabs: 1,
    bad: 1,
    loads: 1,
    crashes: 1,
  })
})

test('a tab counts again after ten minutes, not within five', () => {
  const statistics = createBeaconStatistics()
  for (const minute of [0, 4, 11]) statistics.record(beaconOf(1, 'load', release), start + minute * minuteMs)
  expect(sumOf(statistics.since(start, start + 11 * minuteMs), 'station', release)).toMatchObject({ tabs: 2, loads: 3 })
})

test('a token bucket gives what it holds, refills with time and never exceeds its capacity', () => {
  const buckets = createTokenBuckets(10, 100)
  expect(buckets.take('a', 100, 0)).toBe(true)
  expect(buckets.take('a', 1, 0)).toBe(false)
  expect(buckets.take('b', 100, 0)).toBe(true)
  expect(buckets.take('a', 10, 1_000)).toBe(true)
  expect(buckets.take('a', 101, 1e9)).toBe(false)
  expect(buckets.take('a', 100, 1e9)).toBe(true)
})
