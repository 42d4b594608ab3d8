import { sharedQuery, spanOf } from './filter-fields.ts'

test('days begin and end in the given time zone', () => {
  expect(spanOf({ from: '2026-03-28', to: '2026-03-29' }, 'Europe/Berlin')).toEqual({
    from: '2026-03-27T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  })
  expect(spanOf({ from: '', to: '' }, 'Europe/Berlin')).toEqual({})
})

test('a link to another record keeps the shared filters only', () => {
  const params = new URLSearchParams('station=a&page=3&outcome=done&person=mei&from=2026-03-28&code=A3&search=')
  expect(sharedQuery(params)).toBe('?station=a&person=mei&from=2026-03-28&code=A3')
  expect(sharedQuery(new URLSearchParams('page=2'))).toBe('')
})
