import { addressOf } from './address.ts'

test('an address has the query in its order, without values that are not set', () => {
  expect(addressOf('/stations', { page: 1, search: undefined, sort: 'name' })).toBe(
    '/api/web/v1/stations?page=1&sort=name',
  )
  expect(addressOf('/stations/summary')).toBe('/api/web/v1/stations/summary')
  expect(addressOf('/stations', { search: undefined })).toBe('/api/web/v1/stations')
})

test('a path with its query and the two apart have the same address', () => {
  expect(addressOf('/stations?attention=true&page=1')).toBe(addressOf('/stations', { attention: true, page: 1 }))
})

test('special characters of a value are encoded', () => {
  expect(addressOf('/stations', { search: 'Süd & Nord' })).toBe('/api/web/v1/stations?search=S%C3%BCd+%26+Nord')
})
