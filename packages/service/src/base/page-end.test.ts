import { backwards, nearerEnd } from './page-end.ts'

test('a page read from the nearer end of a list has the same rows', () => {
  for (const total of [0, 1, 5, 20, 21, 47])
    for (let offset = 0; offset <= 60; offset += 10) {
      const rows = Array.from({ length: total }, (_, nth) => nth)
      const read = nearerEnd({ limit: 10, offset }, total)
      const from = read?.isBackwards ? rows.toReversed() : rows
      const found = read ? from.slice(read.offset, read.offset + read.limit) : []
      expect(read?.isBackwards ? found.toReversed() : found).toEqual(rows.slice(offset, offset + 10))
      if (read) expect(read.offset).toBeLessThanOrEqual(total / 2)
    }
})

test('reversing an order also reverses nulls first and nulls last', () => {
  expect(backwards('power_w desc nulls last, sort_number, id')).toBe(
    'power_w asc nulls first, sort_number desc nulls first, id desc nulls first',
  )
  expect(backwards('a nulls first, b desc, case when a is null then b end asc')).toBe(
    'a desc nulls last, b asc nulls last, case when a is null then b end desc nulls first',
  )
})
