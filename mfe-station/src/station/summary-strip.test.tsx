import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { enUS } from '../messages/en-US.ts'
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
  expect(screen.getByTestId('summary-state')).toHaveTextContent('All is well')
  expect(screen.getByTestId('summary-attention')).toHaveTextContent('Nothing to do right now')
})

test('what needs a person is named with its reason and leads to the station', () => {
  const broken = anyStation({ name: 'Berlin', status: 'offline', statusReason: 'noData' })
  show([anyStation({ id: '2' }), broken])
  expect(screen.getByTestId('summary-state')).toHaveTextContent('Needs you: 1')
  const todo = within(screen.getByTestId('summary-attention'))
  expect(todo.getByRole('link', { name: 'Berlin' })).toHaveAttribute(
    'href',
    `/station/detail/charts/${broken.memberId}/${broken.id}`,
  )
  expect(todo.getByText('No data is arriving')).toBeInTheDocument()
})

test('currencies stand side by side and are not added', () => {
  show([
    anyStation({ id: '1', currency: 'TWD', incomeToday: 100 }),
    anyStation({ id: '2', currency: 'EUR', incomeToday: 7.5 }),
  ])
  const income = screen.getByTestId('summary-income')
  expect(income).toHaveTextContent('€7.50')
  expect(income).toHaveTextContent('100.00')
  expect(income).not.toHaveTextContent('107.5')
})

test('a station without data is not counted as zero, and that is said', () => {
  show([anyStation({ id: '1', powerW: 50_000, capacityKwp: 100 }), anyStation({ id: '2', powerW: null })])
  const power = screen.getByTestId('summary-power')
  expect(power).toHaveAttribute('data-value', '50000')
  expect(power).toHaveTextContent('50% of 100 kWp')
  expect(power).toHaveTextContent('1 of 2 stations report')
})

test('sums over a part of a very large account say so', () => {
  show([anyStation()], 350)
  expect(screen.getByText('Sums cover the first 1 of 350 stations')).toBeInTheDocument()
})
