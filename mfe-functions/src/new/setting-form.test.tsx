import { ApiProvider, createQueryClient } from '@helioport/api-client'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import enUS from '../messages/en-US.ts'
import { anyCandidate } from './any-candidate.ts'
import ReactivePowerPage from './reactive-power-page.tsx'

jest.setTimeout(20_000)

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('functions', 'en-US', enUS)
})

const able = anyCandidate({ powerW: 50_000 })
const fixedOnly = anyCandidate({
  deviceId: '0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e99',
  name: 'INV 02',
  controls: ['reactivePower', 'fixedReactive', 'powerLimit'],
})

function openPage(setting: string, data = [able, fixedOnly]) {
  const client = createQueryClient()
  client.setQueryData(['GET /remote-settings/devices', { query: { pageSize: 200 } }], { data, total: 2 })
  client.setQueryData(['GET /stations', { query: { pageSize: 200 } }], { data: [], total: 0 })
  client.setQueryData(['GET /stations/:stationId/seasons', { params: { stationId: able.stationId } }], { data: [] })
  render(
    <ApiProvider client={client}>
      <MemoryRouter initialEntries={[`/functionSetting?setting=${setting}`]}>
        <ReactivePowerPage />
      </MemoryRouter>
    </ApiProvider>,
  )
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= () => {}
  return userEvent.setup()
}

const box = (name: string) => screen.getByRole('checkbox', { name: `Choose ${name}` })
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })
const submit = () => screen.getByRole('button', { name: /^Set \d+ inverter/ })

test('offers a curve only for models that support it, and describes its points in words', async () => {
  const user = openPage('powerFactorCurve')
  expect(box('INV 02')).toBeDisabled()
  await user.click(box('INV 01'))
  expect(screen.getByText('0%: 1.000 · 50%: 1.000 · 100%: 0.900 absorbing')).toBeInTheDocument()
  type('Power 2', '0')
  expect(screen.getByText(/Each point of the curve/)).toBeInTheDocument()
  await user.click(submit())
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each([
  ['reactivePower', 'Some models do not support the reactive-power function'],
  ['powerLimit', 'This model has no register for a limit of its active power.'],
])('a model without %s is disabled with a reason of its own', (kind, words) => {
  openPage(kind, [able, anyCandidate({ name: 'INV 03', controls: [], reactivePowerObstacles: ['unsupported'] })])
  expect(box('INV 03')).toBeDisabled()
  expect(screen.getAllByText(new RegExp(words)).length).toBeGreaterThan(0)
})

test('a power limit requires an end; the confirmation shows both', async () => {
  const user = openPage('powerLimit')
  await user.click(box('INV 01'))
  type(/^Power limit/, '60')
  await user.click(submit())
  expect(screen.getByText('Please choose when the limit ends')).toBeInTheDocument()
  expect(screen.getByText(`Ends, in the time of ${able.stationName}`)).toBeInTheDocument()
  type(/^Ends/, '2026-11-23T16:00')
  await user.click(submit())
  const question = screen.getByRole('alertdialog')
  expect(within(question).getByRole('heading')).toHaveTextContent('Set 1 inverter to Power limit 60%?')
  expect(question).toHaveTextContent('Ends at')
  expect(question).toHaveTextContent('36')
})

test('a fixed reactive power shows its direction in a word', async () => {
  const user = openPage('fixedReactive')
  await user.click(box('INV 01'))
  type(/^Reactive power/, '-30')
  expect(screen.getByText('30% absorbing')).toBeInTheDocument()
  expect(screen.getByTestId('effect')).toHaveTextContent('19.8 kvar absorbed')
  type(/^Reactive power/, '70')
  await user.click(submit())
  expect(screen.getByText(/Reactive power out of range/)).toBeInTheDocument()
})
