import { addMessages, setUpI18n } from '@helioport/i18n'
import type { AlarmCode, DeviceHistoryRow } from '@helioport/contract'
import { render, renderHook } from '@testing-library/react'
import enUS from '../../messages/en-US.ts'
import { useLogColumns } from './use-log-columns.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('device', 'en-US', enUS)
})

test('shows the time of a frame to the second', () => {
  const timeOf = (hasDays: boolean) =>
    renderHook(() => useLogColumns('Asia/Taipei', hasDays)).result.current.at.render({
      at: '2026-11-21T06:05:10.000Z',
    } as DeviceHistoryRow)
  expect([timeOf(false), timeOf(true)]).toEqual(['14:05:10', 'Nov 21, 2026, 14:05:10'])
})

test('marks the searched codes among those of a frame', () => {
  const markedOf = (hits: readonly AlarmCode[] | undefined) => {
    const columns = renderHook(() => useLogColumns('Asia/Taipei', false, hits)).result.current
    const row = { codes: ['A3', 'E1'] } as unknown as DeviceHistoryRow
    const { container, unmount } = render(<>{columns.codes.render(row)}</>)
    const told = [container.textContent, [...container.querySelectorAll('mark')].map((mark) => mark.textContent)]
    unmount()
    return told
  }
  expect(markedOf(['A3'])).toEqual(['A3 E1', ['A3']])
  expect(markedOf(undefined)).toEqual(['A3 E1', []])
})
