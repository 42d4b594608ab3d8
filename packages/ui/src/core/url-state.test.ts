import { readUrlState, urlChoice, urlMatch, urlPage, urlPageSize, urlText, writeUrlState } from './url-state.ts'

const fields = {
  status: urlChoice(['all', 'normal', 'offline']),
  search: urlText(5),
  station: urlMatch(/^[0-9a-f]{4}$/),
  page: urlPage,
}

const read = (query: string) => readUrlState(fields, new URLSearchParams(query))

test('an empty query gives the defaults', () => {
  expect(read('')).toEqual({ status: 'all', search: '', station: '', page: 1 })
})

test('reads the values of the query', () => {
  expect(read('status=offline&search=roof&station=12ef&page=3')).toEqual({
    status: 'offline',
    search: 'roof',
    station: '12ef',
    page: 3,
  })
})

test.each(['page=0', 'page=-1', 'page=1e3', 'page=2.5', 'page=', 'status=Offline', 'station=12EF', 'station=../x'])(
  '%p is invalid and becomes the default',
  (query) => {
    expect(read(query)).toEqual(read(''))
  },
)

test('cuts a long text', () => {
  expect(read('search=1234567').search).toBe('12345')
})

const written = (query: string, change: Parameters<typeof writeUrlState<typeof fields>>[2]) =>
  writeUrlState(fields, new URLSearchParams(query), change).toString()

test('default values leave the query; unknown keys stay', () => {
  expect(written('status=offline&foreign=1', { status: 'all' })).toBe('foreign=1')
})

test('a new filter resets the page; a new page keeps the filters', () => {
  expect(written('status=offline&page=4', { search: 'a b' })).toBe('status=offline&search=a+b')
  expect(written('status=offline&page=4', { page: 5 })).toBe('status=offline&page=5')
})

test('the default page size follows the height of the screen; a size in the URL overrides it', () => {
  const sizes = [768, 1300, 2160].map((height) => {
    Object.defineProperty(globalThis, 'innerHeight', { value: height, configurable: true })
    const read = (search: string) => readUrlState({ size: urlPageSize }, new URLSearchParams(search)).size
    return [read(''), read('size=100'), read('size=7')]
  })
  Reflect.deleteProperty(globalThis, 'innerHeight')
  expect(sizes).toEqual([
    [10, 100, 10],
    [20, 100, 20],
    [50, 100, 50],
  ])
})

test('a URL with a page also names the page size, so another screen shows the same rows', () => {
  const written = (search: string, change: Partial<{ page: number; size: number }>) =>
    writeUrlState({ page: urlPage, size: urlPageSize }, new URLSearchParams(search), change).toString()
  expect(written('', { page: 2 })).toBe('page=2&size=10')
  expect(written('size=50', { page: 2 })).toBe('size=50&page=2')
  expect(written('', { size: 10 })).toBe('')
})
