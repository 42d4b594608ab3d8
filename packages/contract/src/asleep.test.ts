import { isAsleep, shownStatus } from './asleep.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const stale = (measuredAt: string) => ({ state: 'stale', measuredAt }) as const

test('a plant whose data ended at dusk is asleep', () => {
  expect(isAsleep({ statusReason: 'night', age: stale('2026-11-21T09:00:00Z') }, now)).toBe(true)
})

test('a plant whose devices stopped partly in daylight is asleep once its status is standby', () => {
  const age = stale('2026-11-21T09:00:00Z')
  expect(isAsleep({ status: 'standby', statusReason: 'partlyProducing', age }, now)).toBe(true)
  expect(isAsleep({ status: 'normal', statusReason: 'partlyProducing', age }, now)).toBe(false)
})

test('stale data by day is not sleep, nor is data of years ago at night', () => {
  expect(isAsleep({ statusReason: 'noData', age: stale('2026-11-21T09:00:00Z') }, now)).toBe(false)
  expect(isAsleep({ statusReason: 'night', age: stale('1990-10-14T04:55:00Z') }, now)).toBe(false)
})

test('a plant with live data is awake, even at night', () => {
  const age = { state: 'live', measuredAt: '2026-11-21T11:58:00Z' } as const
  expect(isAsleep({ statusReason: 'night', age }, now)).toBe(false)
})

test('a partly producing plant is shown as "partly" by day and as "standby" at night', () => {
  expect(shownStatus({ status: 'normal', statusReason: 'partlyProducing' })).toEqual({
    word: 'partly',
    look: 'standby',
  })
  expect(shownStatus({ status: 'standby', statusReason: 'partlyProducing' })).toEqual({
    word: 'standby',
    look: 'standby',
  })
  expect(shownStatus({ status: 'normal', statusReason: 'producing' })).toEqual({ word: 'normal', look: 'normal' })
})
