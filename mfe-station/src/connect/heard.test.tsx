import type { Logger } from '@helioport/contract'
import { setUpI18n } from '@helioport/i18n'
import { cleanup, render, screen } from '@testing-library/react'
import { addOwnerTexts } from '../station/owner-texts.ts'
import { Heard } from './heard.tsx'

const now = Date.parse('2026-11-27T10:00:00Z')

beforeAll(async () => {
  await setUpI18n('en-US')
  await addOwnerTexts()
})
afterEach(cleanup)

test('shows "Heard" after the first message, even before any of its values is mapped', () => {
  const { rerender } = render(<Heard logger={undefined} messageAt={null} now={now} />)
  expect(screen.getByRole('status').textContent).toMatch(/^Waiting/)
  rerender(<Heard logger={undefined} messageAt="2026-11-27T09:59:00.000Z" now={now} />)
  expect(screen.getByRole('status').textContent).toMatch(/^Heard/)
  expect(screen.getByRole('status').dataset['heard']).toBe('')
})

test('a serial refused as another logger’s is reported as such, not as a bad serial', () => {
  const refused = {
    rows: 3,
    since: '2026-11-27T09:00:00.000Z',
    code: 'row.foreignSerial',
    reasons: [{ code: 'row.foreignSerial', rows: 3 }],
  }
  const logger = { lastBatchAt: '2026-11-27T09:59:00.000Z', foundDevices: 0, devices: 0, refused } as unknown as Logger
  render(<Heard logger={logger} now={now} />)
  expect(screen.getByRole('status').textContent).toMatch(/another logger/)
})
