import { readUrlState } from '@helioport/ui'
import { commandListFields, commandListQuery } from './command-list-query.ts'

const queryOf = (search: string) => commandListQuery(readUrlState(commandListFields, new URLSearchParams(search)))
const device = '0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e01'

test('sends valid filters of the URL to the endpoint, and ignores invalid ones', () => {
  expect(queryOf('')).toEqual({ page: 1, pageSize: 10 })
  expect(queryOf(`kind=ivScan&code=rejected&device=${device}&page=3`)).toEqual({
    page: 3,
    pageSize: 10,
    kind: 'ivScan',
    code: 'rejected',
    deviceId: device,
  })
  expect(queryOf('kind=other&code=E1&station=mine')).toEqual({ page: 1, pageSize: 10 })
})
