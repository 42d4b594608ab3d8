import { addMessages, setUpI18n } from '@helioport/i18n'
import { renderHook } from '@testing-library/react'
import enUS from '../messages/en-US.ts'
import { useHistoryColumns } from './use-history-columns.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('record', 'en-US', enUS)
})

/** A window of 1440 px minus scroll bar, page margins and table frame. */
const room = 1440 - 17 - 2 * 32 - 2

test('all columns fit a window of 1440 px with a scroll bar', () => {
  const columns = renderHook(() => useHistoryColumns('Asia/Taipei')).result.current
  // Minimum width of a column without a width.
  const least = columns.reduce((sum, { width = 120 }) => sum + width, 0)
  expect(least).toBeLessThanOrEqual(room)
})
