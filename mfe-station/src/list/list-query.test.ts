import { changeListQuery, defaultListQuery, endpointQuery, readListQuery, writeListQuery } from './list-query.ts'

const read = (text: string) => readListQuery(new URLSearchParams(text))

test('an empty URL is the default, and the default is an empty URL', () => {
  expect(read('')).toEqual(defaultListQuery)
  expect(writeListQuery(defaultListQuery).toString()).toBe('')
})

test('what is written is read again', () => {
  const query = { search: '高雄 & co', status: 'offline', sort: 'specificYieldToday', page: 3 } as const
  expect(read(writeListQuery(query).toString())).toEqual(query)
})

test('nonsense in the URL falls back', () => {
  expect(read('status=broken&sort=drop%20table&page=-4')).toEqual(defaultListQuery)
  expect(read('page=1.5').page).toBe(1)
  expect(read('page=1e999').page).toBe(1)
  expect(read(`search=${'x'.repeat(500)}`).search).toHaveLength(80)
})

test('keys of others stay in the URL', () => {
  expect(writeListQuery(defaultListQuery, new URLSearchParams('keep=1&page=4')).toString()).toBe('keep=1')
})

test('another filter starts at page 1, paging keeps the filter', () => {
  const third = read('status=normal&page=3')
  expect(changeListQuery(third, { search: 'a' })).toMatchObject({ status: 'normal', page: 1 })
  expect(changeListQuery(third, { page: 4 })).toMatchObject({ status: 'normal', page: 4 })
})

test('the endpoint is asked only for what is set', () => {
  expect(endpointQuery(defaultListQuery, 10)).toEqual({ page: 1, pageSize: 10, sort: 'sortNumber' })
  expect(endpointQuery({ ...defaultListQuery, search: ' a ', status: 'abnormal' }, 10)).toEqual({
    page: 1,
    pageSize: 10,
    sort: 'sortNumber',
    search: 'a',
    status: 'abnormal',
  })
})
