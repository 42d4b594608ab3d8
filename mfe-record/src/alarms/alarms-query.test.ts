import { readUrlState, writeUrlState } from '@helioport/ui'
import { alarmFields, endpointQuery, isFiltered, withoutFilters } from './alarms-query.ts'

const read = (query: string) => readUrlState(alarmFields, new URLSearchParams(query))
const id = '0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e01'

test('requests open alarms without low-light ones by default', () => {
  expect(endpointQuery(read(''))).toEqual({ page: 1, pageSize: 10, state: 'open', lowLight: false })
  expect(isFiltered(read(`page=3&alarm=${id}`))).toBe(false)
})

test('sends every filter to the endpoint, but not the open alarm', () => {
  const query = endpointQuery(
    read(`state=closed&class=fault&code=A7&station=${id}&device=${id}&person=mei&alarm=${id}&page=2`),
  )
  expect(query).toEqual({
    page: 2,
    pageSize: 10,
    state: 'closed',
    lowLight: false,
    class: 'fault',
    code: 'A7',
    stationId: id,
    deviceId: id,
    userName: 'mei',
  })
})

test.each(['state=open', 'state=Open', 'class=error', 'code=E9', 'station=1'])('%p is no filter', (query) => {
  expect(isFiltered(read(query))).toBe(false)
})

test('clearing the filters leaves an empty query', () => {
  const params = new URLSearchParams(`state=all&light=with&code=E3&device=${id}&page=4`)
  expect(isFiltered(read(params.toString()))).toBe(true)
  expect(writeUrlState(alarmFields, params, withoutFilters).toString()).toBe('')
})

test('includes low-light alarms by a filter of the URL or by their code', () => {
  expect(endpointQuery(read('state=all&light=with'))).toEqual({ page: 1, pageSize: 10 })
  expect(endpointQuery(read('light=only'))).toMatchObject({ lowLight: true, state: 'open' })
  expect(endpointQuery(read('code=A5'))).toEqual({ page: 1, pageSize: 10, state: 'open', code: 'A5' })
})
