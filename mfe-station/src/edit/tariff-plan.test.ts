import type { Tariff } from '@helioport/contract'
import type { RateValues } from './station-values.ts'
import { planTariffs } from './tariff-plan.ts'

const today = '2026-11-21'
const held = (change: Partial<Tariff>): Tariff => ({
  id: 'a',
  stationId: 's',
  from: '2024-01-01',
  rate: 0.1,
  bands: [],
  ...change,
})
const wanted = (change: Partial<RateValues>): RateValues => ({
  key: 'k',
  id: null,
  from: today,
  rate: 0.2,
  bands: [],
  correcting: false,
  ...change,
})
const old = wanted({ id: 'a', from: '2024-01-01', rate: 0.1 })

test('a rate from today on is added, what held before is not touched', () => {
  expect(planTariffs([held({})], [old, wanted({})], today, false)).toEqual([
    { do: 'add', input: { from: today, rate: 0.2, bands: [] } },
  ])
})

test('nothing changed, nothing sent, in whatever order the days of a band stand', () => {
  const band = { days: [1, 2], from: '08:00', to: '12:00', rate: -0.01 }
  const own = { ...old, bands: [{ ...band, days: [2, 1] }] }
  expect(planTariffs([held({ bands: [band] })], [own], today, false)).toEqual([])
})

test('a past rate is changed only as a correction that a person asked for', () => {
  const change = { ...old, rate: 0 }
  expect(planTariffs([held({})], [change], today, false)).toEqual([
    { do: 'change', tariffId: 'a', input: { from: '2024-01-01', rate: 0, bands: [] } },
  ])
  expect(planTariffs([held({})], [{ ...change, correcting: true }], today, false)).toMatchObject([
    { input: { correction: true } },
  ])
})

test('a new station gets its times of use from its first day on', () => {
  const band = { days: [1], from: '00:00', to: '24:00', rate: 1 }
  expect(planTariffs([held({})], [wanted({ from: '2024-01-01', rate: 0.1, bands: [band] })], today, true)).toEqual([
    { do: 'change', tariffId: 'a', input: { from: '2024-01-01', rate: 0.1, bands: [band], correction: true } },
  ])
})

test('a rate that takes the day of one that was removed takes its place; others that were removed go last', () => {
  const future = held({ id: 'b', from: '2027-01-01', rate: 1 })
  const other = held({ id: 'c', from: '2028-01-01' })
  expect(planTariffs([held({}), future, other], [old, wanted({ from: '2027-01-01' })], today, false)).toEqual([
    { do: 'change', tariffId: 'b', input: { from: '2027-01-01', rate: 0.2, bands: [] } },
    { do: 'delete', tariffId: 'c', correction: false },
  ])
})
