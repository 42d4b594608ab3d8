import { binTimes, lastKnownBin, nightSpans } from './day-grid.ts'

const at = (text: string) => Date.parse(text)
const day = { from: '2026-11-20T16:00:00Z', to: '2026-11-21T16:00:00Z' }

test('night lies before sunrise and after sunset', () => {
  expect(nightSpans({ ...day, sunrise: '2026-11-20T22:10:00Z', sunset: '2026-11-21T09:05:00Z' })).toEqual([
    { from: at(day.from), to: at('2026-11-20T22:10:00Z') },
    { from: at('2026-11-21T09:05:00Z'), to: at(day.to) },
  ])
})

test('on a day of 23 hours the shading ends where the day ends', () => {
  const short = { from: '2026-03-28T23:00:00Z', to: '2026-03-29T22:00:00Z' }
  const spans = nightSpans({ ...short, sunrise: '2026-03-29T04:50:00Z', sunset: '2026-03-29T17:38:00Z' })
  expect(spans.at(-1)).toEqual({ from: at('2026-03-29T17:38:00Z'), to: at(short.to) })
})

test('a sunset after local midnight leaves the night in the middle', () => {
  expect(nightSpans({ ...day, sunrise: '2026-11-20T22:00:00Z', sunset: '2026-11-20T17:00:00Z' })).toEqual([
    { from: at('2026-11-20T17:00:00Z'), to: at('2026-11-20T22:00:00Z') },
  ])
})

test('a sunset on the next day leaves only the morning dark', () => {
  expect(nightSpans({ ...day, sunrise: '2026-11-20T22:00:00Z', sunset: '2026-11-21T17:00:00Z' })).toEqual([
    { from: at(day.from), to: at('2026-11-20T22:00:00Z') },
  ])
})

test('shades nothing without sunrise and sunset', () => {
  expect(nightSpans({ ...day, sunrise: null, sunset: null })).toEqual([])
})

test('a mean is in the middle of its bin', () => {
  expect(binTimes({ from: day.from, binMinutes: 5 }, 2)).toEqual([
    at('2026-11-20T16:02:30Z'),
    at('2026-11-20T16:07:30Z'),
  ])
})

test('the last datum is the last known value, which may be zero', () => {
  expect(lastKnownBin([1, 0, null, null])).toBe(1)
  expect(lastKnownBin([null])).toBe(-1)
})
