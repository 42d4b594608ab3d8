import { readUrlState } from '@helioport/ui'
import { codesOf, endpointFilters, historyFields, isFiltered, shownDays } from './history-query.ts'

const read = (query: string) => readUrlState(historyFields, new URLSearchParams(query))
const nameOf = (code: string) => (code === 'A7' ? 'Arc fault' : 'something else')

test('shows today, or the days chosen in the URL', () => {
  expect(shownDays(read(''), '2026-11-24')).toEqual({ from: '2026-11-24', to: '2026-11-24' })
  expect(shownDays(read('from=2026-11-20'), '2026-11-24')).toEqual({ from: '2026-11-20', to: '2026-11-24' })
  expect(shownDays(read('to=2026-11-20'), '2026-11-24')).toEqual({ from: '2026-11-20', to: '2026-11-20' })
  expect(shownDays(read('from=2026-11-23&to=2026-11-21'), '2026-11-24')).toEqual({
    from: '2026-11-21',
    to: '2026-11-21',
  })
})

test('cuts future days, and reads at most 92 days', () => {
  expect(shownDays(read('to=2027-01-01'), '2026-11-24')).toEqual({ from: '2026-11-24', to: '2026-11-24' })
  expect(shownDays(read('from=2026-01-01&to=2026-04-02'), '2026-11-24')).toEqual({
    from: '2026-01-01',
    to: '2026-04-02',
  })
  expect(shownDays(read('from=2025-12-31&to=2026-04-02'), '2026-11-24')).toEqual({
    from: '2026-01-01',
    to: '2026-04-02',
  })
})

test('filters codes by choice, by name, and by both', () => {
  expect(codesOf(read(''), nameOf)).toBeUndefined()
  expect(codesOf(read('code=A7'), nameOf)).toEqual(['A7'])
  expect(codesOf(read('search=ARC'), nameOf)).toEqual(['A7'])
  expect(codesOf(read('code=E3&search=arc'), nameOf)).toEqual([])
})

test('sends the filters of the URL to the endpoint, with days in the plant’s time zone', () => {
  const days = { from: '2026-03-28', to: '2026-03-29' }
  expect(endpointFilters(read('only=alarms&order=asc'), days, 'Europe/Berlin', ['A7', 'E3'])).toEqual({
    from: '2026-03-27T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
    order: 'asc',
    alarmsOnly: true,
    codes: 'A7,E3',
  })
  expect(isFiltered(read('order=asc&page=2'))).toBe(false)
  expect(isFiltered(read('code=A7'))).toBe(true)
})
