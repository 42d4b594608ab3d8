import { addMessages, setUpI18n } from '@helioport/i18n'
import type { DeviceHistoryRow } from '@helioport/contract'
import { renderHook } from '@testing-library/react'
import enUS from '../../messages/en-US.ts'
import { useLogColumns } from './use-log-columns.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('device', 'en-US', enUS)
})

test('frames of one minute are told apart by their seconds', () => {
  const timeOf = (hasDays: boolean) =>
    renderHook(() => useLogColumns('Asia/Taipei', hasDays)).result.current.at.render({
      at: '2026-11-21T06:05:10.000Z',
    } as DeviceHistoryRow)
  expect([timeOf(false), timeOf(true)]).toEqual(['14:05:10', 'Nov 21, 2026, 14:05:10'])
})
