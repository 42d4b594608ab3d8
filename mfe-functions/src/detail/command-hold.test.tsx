import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { CommandDetail } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import enUS from '../messages/en-US.ts'
import { anyCommand } from '../command/any-command.ts'
import { CommandHold } from './command-hold.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('functions', 'en-US', enUS)
})

const hold = {
  kind: 'secondPerson',
  until: '2026-11-22T03:55:00.000Z',
  waits: true,
  approvedBy: null,
  approvedAt: null,
  mayApprove: true,
} as const

test('after an approval the focus moves from the button to the result', () => {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { enabled: false } })
  const page = (command: CommandDetail) => (
    <ApiProvider client={client}>
      <MemoryRouter>
        <CommandHold
          command={command}
          sender={{ order: async () => {}, send: async () => {}, busy: false, refusal: undefined }}
          now={0}
        />
      </MemoryRouter>
    </ApiProvider>
  )
  const { rerender } = render(page(anyCommand({ hold })))
  const button = screen.getByRole('button', { name: 'Approve' })
  button.focus()
  fireEvent.click(button)
  const approved = {
    ...hold,
    waits: false,
    mayApprove: false,
    approvedBy: 'mei',
    approvedAt: '2026-11-21T05:00:00.000Z',
  }
  rerender(page(anyCommand({ hold: approved })))
  expect(document.activeElement).toHaveTextContent(/^Approved by mei/)
})
