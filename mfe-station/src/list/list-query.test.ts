import { readUrlState, writeUrlState } from '@helioport/ui'
import { endpointQuery, listFields } from './list-query.ts'

const read = (text: string) => readUrlState(listFields, new URLSearchParams(text))
const standard = {
  search: '',
  status: 'all',
  sort: 'sortNumber',
  order: '',
  tag: '',
  layout: 'table',
  size: 10,
  page: 1,
}

test('writes the state of the list to the URL and reads it back', () => {
  const params = writeUrlState(listFields, new URLSearchParams(), {
    search: '高雄 & co',
    status: 'offline',
    sort: 'specificYieldToday',
    order: 'asc',
    tag: '0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e01',
    layout: 'cards',
    size: 50,
    page: 3,
  })
  expect(read(params.toString())).toEqual({
    search: '高雄 & co',
    status: 'offline',
    sort: 'specificYieldToday',
    order: 'asc',
    tag: '0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e01',
    layout: 'cards',
    size: 50,
    page: 3,
  })
})

test('invalid values in the URL become the defaults', () => {
  expect(read('status=broken&sort=drop%20table&page=-4&size=7&layout=map')).toEqual(standard)
  expect(read(`search=${'x'.repeat(500)}`).search).toHaveLength(80)
})

test('a new filter resets the list to page 1', () => {
  const params = writeUrlState(listFields, new URLSearchParams('status=normal&page=3'), { search: 'a' })
  expect(read(params.toString())).toMatchObject({ status: 'normal', page: 1 })
})

test('sends only set filters to the endpoint', () => {
  expect(endpointQuery(read(''))).toEqual({ page: 1, pageSize: 10, sort: 'sortNumber' })
  expect(endpointQuery(read('search=+a+&status=abnormal'))).toEqual({
    page: 1,
    pageSize: 10,
    sort: 'sortNumber',
    search: 'a',
    status: 'abnormal',
  })
  expect(endpointQuery(read('status=attention'))).toEqual({ page: 1, pageSize: 10, attention: true })
  expect(endpointQuery(read('status=attention&sort=age&order=asc'))).toEqual({
    page: 1,
    pageSize: 10,
    attention: true,
    sort: 'age',
    order: 'asc',
  })
})
