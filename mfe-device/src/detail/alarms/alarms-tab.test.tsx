import { ApiProvider, createQueryClient } from '@helioport/api-client'
import { type Alarm, defaultPageSize } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { anyDevice } from '../../device/any-device.ts'
import enUS from '../../messages/en-US.ts'
import { AlarmsTab } from './alarms-tab.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('device', 'en-US', enUS)
})
afterEach(cleanup)

const device = anyDevice()

const anyAlarm = (id: string, code: Alarm['code']) => ({
  id,
  code,
  class: 'notice',
  mppt: null,
  string: null,
  deviceId: device.id,
  timeZone: device.timeZone,
  raisedAt: '2026-11-24T00:05:00.000Z',
  clearedAt: '2026-11-24T00:20:00.000Z',
  acknowledgedBy: null,
  lostEnergyKwh: 1.5,
  lostIncome: null,
  lossBasis: null,
  dataCameLate: false,
  currency: device.currency,
})

test('shows low-light alarms only with the filter "With low light"', async () => {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { staleTime: Infinity } })
  const query = { deviceId: device.id, view: 'episodes', page: 1, pageSize: defaultPageSize }
  const [string, dusk] = [anyAlarm('one', 'A3'), anyAlarm('two', 'A5')]
  client.setQueryData(['GET /alarms', { query: { ...query, lowLight: false } }], { data: [string], total: 1 })
  client.setQueryData(['GET /alarms', { query }], { data: [string, dusk], total: 2 })
  render(
    <ApiProvider client={client}>
      <MemoryRouter>
        <AlarmsTab device={device} />
      </MemoryRouter>
    </ApiProvider>,
  )
  expect(await screen.findByRole('link', { name: /A3/ })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /A5/ })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'With low light' }))
  const row = await screen.findByRole('link', { name: /A5/ })
  expect(row.getAttribute('href')).toMatch(/state=all&light=with&device=/)
})
