import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { OpenSession } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import enUS from '../messages/en-US.ts'
import { SessionsCard } from './sessions-card.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('account', 'en-US', enUS)
})

test('the label of each button names the session it ends', () => {
  const session = (id: string, own: Partial<OpenSession>): OpenSession => ({
    id,
    userAgent: 'Firefox on Linux',
    createdAt: '2026-06-10T08:00:00.000Z',
    lastSeenAt: '2026-06-10T09:00:00.000Z',
    current: false,
    ...own,
  })
  const sessions = [
    session('1', { current: true }),
    session('2', {}),
    session('3', { createdAt: '2026-06-09T08:00:00.000Z' }),
    session('4', { userAgent: 'Safari on iOS' }),
  ]
  render(
    <ApiProvider client={createQueryClient()}>
      <SessionsCard sessions={sessions} />
    </ApiProvider>,
  )
  const names = screen.getAllByText(enUS['sessions.end']).map((words) => words.closest('button')?.ariaLabel ?? '')
  expect(names).toHaveLength(3)
  expect(new Set(names).size).toBe(3)
  for (const name of names) expect(name).toContain(enUS['sessions.end'])
  expect(names[2]).toContain('Safari on iOS')
})
