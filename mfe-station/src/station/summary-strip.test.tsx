import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import enUS from '../messages/en-US.ts'
import { anyStation } from './any-station.ts'
import { SummaryStrip } from './summary-strip.tsx'
import { needingAttention, summaryOf } from './summary.ts'
import type { Station } from '@helioport/contract'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('station', 'en-US', enUS)
})

function show(stations: Station[], total = stations.length) {
  render(
    <MemoryRouter>
      <SummaryStrip summary={summaryOf(stations)} attention={needingAttention(stations)} total={total} />
    </MemoryRouter>,
  )
}

test('a quiet account says that all is well and that nothing is to do', () => {
  show([anyStation(), anyStation({ id: '2', name: 'Berlin', status: 'standby', statusReason: 'night' })])
  expect(screen.getByTestId('summary-state').textContent).toContain('All is well')
  expect(screen.getByTestId('summary-attention').textContent).toContain('Nothing to do right now')
})

test('what needs a person is named with its reason and leads to the station', () => {
  const broken = anyStation({ name: 'Berlin', status: 'offline', statusReason: 'noData' })
  show([anyStation({ id: '2' }), broken])
  expect(screen.getByTestId('summary-state').textContent).toContain('Needs you: 1')
  const todo = within(screen.getByTestId('summary-attention'))
  expect(todo.getByRole('link', { name: 'Berlin' }).getAttribute('href')).toBe(
    `/station/detail/charts/${broken.memberId}/${broken.id}`,
  )
  expect(todo.getByText('No data is arriving')).toBeTruthy()
})

test('currencies stand side by side and are not added', () => {
  show([
    anyStation({ id: '1', currency: 'TWD', incomeToday: 100 }),
    anyStation({ id: '2', currency: 'EUR', incomeToday: 7.5 }),
  ])
  const income = screen.getByTestId('summary-income')
  expect(within(income).getByText('+1')).toBeTruthy()
  expect(income.textContent).toContain('€7.50')
  expect(income.textContent).toContain('100.00')
  expect(income.textContent).not.toContain('107.5')
})

test('a station without data is not counted as zero, and that is said', () => {
  show([anyStation({ id: '1', powerW: 50_000, capacityKwp: 100 }), anyStation({ id: '2', powerW: null })])
  const power = screen.getByTestId('summary-power')
  expect(power.getAttribute('data-value')).toBe('50000')
  expect(power.textContent).toMatch(/50% of 100\skWp/)
  expect(power.textContent).toContain('1 of 2 stations report')
})

test('sums over a part of a very large account say so', () => {
  show([anyStation()], 350)
  expect(screen.getByText('Sums cover the first 1 of 350 stations')).toBeTruthy()
})
