import { addMessages, setUpI18n } from '@helioport/i18n'
import { cleanup, render } from '@testing-library/react'
import enUS from '../messages/en-US.ts'
import { CommandTag } from './command-status.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('functions', 'en-US', enUS)
})
afterEach(cleanup)

test.each([
  [{ total: 3, open: 1, done: 1, failed: 1, cancelled: 1 }, 'In progress'],
  [{ total: 3, open: 0, done: 1, failed: 2, cancelled: 1 }, 'Partly failed'],
  [{ total: 3, open: 0, done: 1, failed: 2, cancelled: 2 }, 'Partly cancelled'],
  [{ total: 3, open: 0, done: 0, failed: 3, cancelled: 3 }, 'Cancelled'],
  [{ total: 3, open: 0, done: 0, failed: 3, cancelled: 2 }, 'Failed'],
] as const)('%p is shown as %s', (counts, words) => {
  const { container } = render(<CommandTag command={{ counts, hold: null }} />)
  expect(container).toHaveTextContent(words)
})
