import { anyStation } from './any-station.ts'
import { needingAttention, rankedByYield, ranksByYield, summaryOf } from './summary.ts'

test('what is unknown is left out and counted as left out', () => {
  const summary = summaryOf([
    anyStation({ powerW: 4000, capacityKwp: 10, energyTodayKwh: 20, energyYesterdayKwh: 30 }),
    anyStation({ powerW: null, capacityKwp: 90, energyTodayKwh: null, energyYesterdayKwh: 500 }),
  ])
  expect(summary.power).toEqual({ value: 4000, known: 1 })
  expect(summary.powerCapacityKwp).toBe(10)
  expect(summary.capacityKwp).toBe(100)
  expect(summary.energyToday).toEqual({ value: 20, known: 1 })
  expect(summary.energyYesterday).toEqual({ value: 30, known: 1 })
})

test('nothing known is null, not zero', () => {
  expect(summaryOf([]).power.value).toBeNull()
  expect(summaryOf([anyStation({ powerW: null })]).power.value).toBeNull()
})

test('stations and devices are counted by status', () => {
  const counts = { normal: 3, abnormal: 1, standby: 0, offline: 2 }
  const summary = summaryOf([
    anyStation({ status: 'abnormal', deviceCounts: counts, openAlarms: 2 }),
    anyStation({ deviceCounts: counts, openAlarms: 1 }),
  ])
  expect(summary.byStatus).toEqual({ normal: 1, abnormal: 1, standby: 0, offline: 0 })
  expect(summary.devices).toEqual({ normal: 6, abnormal: 2, standby: 0, offline: 4 })
  expect(summary.openAlarms).toBe(3)
})

test('the newest datum is the newest of all', () => {
  const at = '2026-11-21T08:00:00.000Z'
  const summary = summaryOf([
    anyStation({ age: { state: 'stale', measuredAt: '2026-11-21T07:00:00.000Z' } }),
    anyStation({ age: { state: 'live', measuredAt: at } }),
    anyStation({ age: { state: 'none', measuredAt: null } }),
  ])
  expect(summary.age).toEqual({ state: 'live', measuredAt: at })
})

test('abnormal before offline before alarms before late; standby at night needs nobody', () => {
  const names = needingAttention([
    anyStation({ name: 'late', age: { state: 'late', measuredAt: null } }),
    anyStation({
      name: 'night',
      status: 'standby',
      statusReason: 'night',
      age: { state: 'stale', measuredAt: '2026-11-21T10:00:00.000Z' },
    }),
    anyStation({ name: 'alarm', openAlarms: 1 }),
    anyStation({ name: 'offline', status: 'offline', statusReason: 'noData' }),
    anyStation({ name: 'abnormal', status: 'abnormal', statusReason: 'alarm' }),
    anyStation({ name: 'fine' }),
    anyStation({ name: 'partly', statusReason: 'partlyProducing', openAlarms: null, sortNumber: 2 }),
  ]).map((station) => station.name)
  expect(names).toEqual(['abnormal', 'offline', 'alarm', 'partly', 'late'])
})

test('the ranking ends with those that have no figure', () => {
  const names = rankedByYield([
    anyStation({ name: 'unknown', specificYieldToday: null }),
    anyStation({ name: 'low', specificYieldToday: 0 }),
    anyStation({ name: 'high', specificYieldToday: 4.2 }),
  ]).map((station) => station.name)
  expect(names).toEqual(['high', 'low', 'unknown'])
})

test('equal kWh/kWp share a place, and what is not known has none', () => {
  const ranks = ranksByYield([
    anyStation({ id: 'a', specificYieldToday: 2 }),
    anyStation({ id: 'b', specificYieldToday: null }),
    anyStation({ id: 'c', specificYieldToday: 3 }),
    anyStation({ id: 'd', specificYieldToday: 2 }),
    anyStation({ id: 'e', specificYieldToday: 0 }),
  ])
  expect(Object.fromEntries(ranks)).toEqual({ c: 1, a: 2, d: 2, e: 4 })
})

test('coverage is weighed by capacity, and a station that knows none is left out', () => {
  const summary = summaryOf([
    anyStation({ capacityKwp: 300, coverageToday: 1 }),
    anyStation({ capacityKwp: 100, coverageToday: 0.6 }),
    anyStation({ capacityKwp: 1000, coverageToday: null }),
  ])
  expect(summary.coverageToday).toBeCloseTo(0.9, 6)
  expect(summaryOf([anyStation({ coverageToday: null })]).coverageToday).toBeNull()
})
