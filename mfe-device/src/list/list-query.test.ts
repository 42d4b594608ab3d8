import { readUrlState } from '@helioport/ui'
import { endpointQuery, isFiltered, listFields } from './list-query.ts'

const state = (query: string) => readUrlState(listFields, new URLSearchParams(query))

const station = '0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e01'

test('requests the first ten devices without filters', () => {
  expect(endpointQuery(state(''))).toEqual({ page: 1, pageSize: 10 })
  expect(isFiltered(state('page=2'))).toBe(false)
})

test('sends every filter of the URL to the endpoint', () => {
  const filtered = state(`status=offline&search=%20INV%20&station=${station}&page=3&size=50`)
  expect(endpointQuery(filtered)).toEqual({
    page: 3,
    pageSize: 50,
    search: 'INV',
    status: 'offline',
    stationId: station,
  })
  expect(isFiltered(filtered)).toBe(true)
})

test('does not send what the service would refuse', () => {
  expect(endpointQuery(state('status=broken&station=7&size=1000&page=0&sort=secret&order=up'))).toEqual({
    page: 1,
    pageSize: 10,
  })
})
