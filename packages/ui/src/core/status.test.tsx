import { cleanup, render, screen } from '@testing-library/react'
import { AgeBadge, Notice, StatusTag } from './status.tsx'

afterEach(cleanup)

test.each(['live', 'late', 'stale', 'none'] as const)('age %s is shown in words, not only by colour', (state) => {
  render(<AgeBadge state={state} label={`word for ${state}`} title="2026-11-21 14:05" />)
  const badge = document.querySelector<HTMLElement>(`[data-age=${state}]`)
  expect(badge?.textContent).toBe(`word for ${state}`)
  expect(badge?.title).toBe('2026-11-21 14:05')
})

test('a status has an icon, a word and its reason', () => {
  render(<StatusTag status="standby" label="Standby" reason="Night" />)
  const tag = document.querySelector<HTMLElement>('[data-status=standby]')
  expect(tag?.querySelector('svg')).not.toBeNull()
  expect(tag?.textContent).toBe('Standby, Night')
  expect(tag?.title).toBe('Night')
})

test('a bad notice interrupts the screen reader, a good one waits', () => {
  render(
    <>
      <Notice tone="bad">Not saved</Notice>
      <Notice tone="good">Saved</Notice>
    </>,
  )
  expect(screen.getByRole('alert').textContent).toBe('Not saved')
  expect(screen.getByRole('status').textContent).toBe('Saved')
})
