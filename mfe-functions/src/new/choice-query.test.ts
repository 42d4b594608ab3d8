import { readUrlState } from '@helioport/ui'
import { endpointQuery, pageOf, choiceFields } from './choice-query.ts'

const state = (query: string) => readUrlState(choiceFields, new URLSearchParams(query))
const station = '0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e01'

test('sends the station of the URL to the endpoint, but not the filter, since counts are of all devices', () => {
  expect(endpointQuery(state(`station=${station}&show=ready&page=2`))).toEqual({ stationId: station })
  expect(endpointQuery(state('station=all'))).toEqual({})
})

test('pages are cut from the filtered devices; a page beyond the end becomes the last', () => {
  const rows = Array.from({ length: 23 }, (_, index) => index)
  expect(pageOf(rows, state('page=3'))).toEqual({ number: 3, rows: [20, 21, 22] })
  expect(pageOf(rows, state('page=9'))).toEqual({ number: 3, rows: [20, 21, 22] })
  expect(pageOf(rows, state('size=20')).rows).toHaveLength(20)
  expect(pageOf([], state(''))).toEqual({ number: 1, rows: [] })
})
