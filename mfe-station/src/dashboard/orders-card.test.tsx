import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { Command } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import enUS from '../messages/en-US.ts'
import { OrdersCard } from './orders-card.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('station', 'en-US', enUS)
})

function show(commands: object[]) {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { staleTime: Infinity } })
  client.setQueryData(['GET /commands', { query: { waitsForMe: true, page: 1, pageSize: 6 } }], {
    data: commands as Command[],
    total: commands.length,
  })
  return render(
    <ApiProvider client={client}>
      <MemoryRouter>
        <OrdersCard />
      </MemoryRouter>
    </ApiProvider>,
  )
}

test('lists a large order that needs this person’s approval, with requester, expiry and link', () => {
  show([
    {
      id: 'c1',
      kind: 'reactivePower',
      setting: { kind: 'reactivePower', value: -0.95, points: null },
      stationName: 'Roof',
      userName: 'ada',
      timeZone: 'UTC',
      counts: { total: 24, open: 24, done: 0, failed: 0 },
      hold: { kind: 'secondPerson', until: '2026-06-10T10:00:00.000Z', waits: true, mayApprove: true },
    },
  ])
  expect(screen.getByRole('link', { name: 'Power factor 0.950 absorbing' })).toHaveAttribute(
    'href',
    '/functionSetting/commands/c1',
  )
  expect(screen.getByText('Roof · 24 devices · ada')).toBeInTheDocument()
  expect(screen.getByText('until Jun 10, 2026, 10:00')).toBeInTheDocument()
})

test('shows no card when no order waits for approval', () => {
  expect(show([]).container).toBeEmptyDOMElement()
})
