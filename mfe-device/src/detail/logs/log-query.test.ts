import { readUrlState } from '@helioport/ui'
import { codesFor, columnsOf, filtersOf, logFields, usualColumns } from './log-query.ts'

const state = (query: string) => readUrlState(logFields, new URLSearchParams(query))
const timeZone = 'Europe/Berlin'
const evening = Date.parse('2026-06-10T20:00:00Z')

test('requests the newest frames first, up to now for today and up to the end of a past day', () => {
  expect(filtersOf(state(''), { date: '2026-06-10', timeZone, until: evening })).toEqual({
    from: '2026-06-09T22:00:00.000Z',
    to: '2026-06-10T20:00:00.000Z',
    order: 'desc',
  })
  expect(filtersOf(state('days=7'), { date: '2026-06-03', timeZone, until: evening })).toMatchObject({
    from: '2026-05-27T22:00:00.000Z',
    to: '2026-06-03T22:00:00.000Z',
  })
})

test('sends alarms, a parameter with its bounds, and codes to the service', () => {
  const asked = filtersOf(state('show=alarms&parameter=cabinetC&least=60&most=80.5'), {
    date: '2026-06-10',
    timeZone,
    until: evening,
    codes: ['E1', 'E2'],
  })
  expect(asked).toMatchObject({ alarmsOnly: true, parameter: 'cabinetC', least: 60, most: 80.5, codes: 'E1,E2' })
})

test('does not send what the service would refuse', () => {
  const asked = filtersOf(state('parameter=secret&least=x&days=400'), { date: '2026-06-10', timeZone, until: evening })
  expect(Object.keys(asked)).toEqual(['from', 'to', 'order'])
  // A limit needs a parameter.
  expect(filtersOf(state('least=5'), { date: '2026-06-10', timeZone, until: evening })).not.toHaveProperty('least')
})

test('columns keep the order of the table, with the time first, whatever the URL says', () => {
  expect(columnsOf('powerW,codes,nonsense')).toEqual(['at', 'codes', 'powerW'])
  expect(columnsOf(state('').columns)).toEqual(usualColumns)
})

test('a text finds alarm codes by code and by name', () => {
  const names: Record<string, string> = { E1: 'Grid over-voltage', A3: 'String abnormal' }
  const find = (search: string) => codesFor(search, ['E1', 'A3'], (code) => names[code] ?? '')
  expect([find(''), find('grid'), find('a3'), find('nothing')]).toEqual([undefined, ['E1'], ['A3'], []])
})
