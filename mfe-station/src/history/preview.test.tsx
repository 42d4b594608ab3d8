import { setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import { addHistoryTexts } from './history-texts.ts'
import { Preview } from './preview.tsx'
import type { ReadFile } from './reader.ts'

const read: ReadFile = {
  files: 1,
  fingerprint: 'a',
  records: 96,
  repeated: 0,
  sums: [{ file: 'june.csv', line: 98, text: 'Total' }],
  intervalMinutes: 15,
  from: Date.UTC(2026, 5, 1),
  to: Date.UTC(2026, 5, 2),
  days: [],
  sources: [],
  lost: 0,
  losses: [],
}

test('lists a line of sums by number and name, and does not count it as a measurement', async () => {
  await setUpI18n('en-US')
  await addHistoryTexts()
  render(<Preview read={read} zone="Europe/Berlin" />)
  expect(screen.getByText('1 line of sums is left out')).toBeInTheDocument()
  expect(screen.getByText(/Line 98/)).toHaveTextContent('Line 98 · sum Total')
  expect(screen.getByText('96')).toBeInTheDocument()
})

test('a day without measured energy shows a dash, not zero', async () => {
  await setUpI18n('en-US')
  await addHistoryTexts()
  render(<Preview read={{ ...read, days: [{ date: '2026-06-01', kwh: null }] }} zone="Europe/Berlin" />)
  expect(screen.getByText('–')).toBeInTheDocument()
  expect(screen.queryByText(/0 .?Wh/)).toBeNull()
})
