import { readUrlState } from '../core/url-state.ts'
import { urlDay } from './url-day.ts'

const read = (query: string) => readUrlState({ day: urlDay }, new URLSearchParams(query)).day

test('a day in the URL is read only if it exists in the calendar', () => {
  expect(read('day=2026-02-28')).toBe('2026-02-28')
  for (const text of ['2026-02-30', '2026-13-01', '2026-2-3', '0001-01-01', 'today', ''])
    expect(read(`day=${text}`)).toBe('')
})
