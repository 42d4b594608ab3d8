import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rowsOnScreen } from '@helioport/contract'
import type { RemoteManifest } from '@helioport/contract/remote'
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

test.each([768, 1199, 1200, 1799, 1800])(
  'the read that the browser sends before the code is that of a fresh list, in a window of %i px',
  (height) => {
    Object.defineProperty(globalThis, 'innerHeight', { value: height, configurable: true })
    const asked = new URLSearchParams(
      Object.entries(endpointQuery(read(''))).map(([key, value]) => [key, String(value)]),
    )
    Reflect.deleteProperty(globalThis, 'innerHeight')
    const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../remote.json'), 'utf8')) as RemoteManifest
    const { reads = [] } = manifest.routes.find(({ page }) => page === 'list') ?? {}
    expect(reads.map((one) => one.replace(':rows', String(rowsOnScreen(height))))).toContain(`/stations?${asked}`)
  },
)
