import { readUrlState, writeUrlState } from '@helioport/ui'
import { alarmFields, endpointQuery, isFiltered, withoutFilters } from './alarms-query.ts'

const read = (query: string) => readUrlState(alarmFields, new URLSearchParams(query))
const id = '0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e01'

test('without filters the newest ten episodes are asked for', () => {
  expect(endpointQuery(read(''))).toEqual({ page: 1, pageSize: 10 })
  expect(isFiltered(read(`page=3&alarm=${id}`))).toBe(false)
})

test('every filter reaches the endpoint, the open details do not', () => {
  const query = endpointQuery(read(`state=open&class=fault&code=A7&station=${id}&device=${id}&alarm=${id}&page=2`))
  expect(query).toEqual({
    page: 2,
    pageSize: 10,
    state: 'open',
    class: 'fault',
    code: 'A7',
    stationId: id,
    deviceId: id,
  })
})

test.each(['state=all', 'state=Open', 'class=error', 'code=E9', 'station=1'])('%p filters nothing', (query) => {
  expect(isFiltered(read(query))).toBe(false)
})

test('clearing the filters leaves an empty query', () => {
  const params = new URLSearchParams(`state=open&code=E3&device=${id}&page=4`)
  expect(isFiltered(read(params.toString()))).toBe(true)
  expect(writeUrlState(alarmFields, params, withoutFilters).toString()).toBe('')
})
