import { ApiError, ApiProvider, createQueryClient } from '@helioport/api-client'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import enUS from '../messages/en-US.ts'
import HistoryPage from './history-page.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('record', 'en-US', enUS)
})

const id = '642fd3ac-37f3-4d19-a053-6848a2216b01'
const first = { id: '75ed2b69-812d-46b1-a112-61b7562cde75', name: 'Inverter 01', stationName: 'Roof', timeZone: 'UTC' }

/** The page with a cache of one device, and the service's error about the device in the URL. */
async function open(search: string, code: 'notFound' | 'client.offline') {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { staleTime: Infinity, retry: false, retryOnMount: false } })
  client.setQueryData(['GET /devices', { query: { pageSize: 50 } }], { data: [first], total: 1 })
  await client.prefetchQuery({
    queryKey: ['GET /devices/:deviceId', { params: { deviceId: id } }],
    queryFn: () => Promise.reject(new ApiError(code, 404)),
  })
  client.setQueryDefaults(['GET /devices/:deviceId/history'], {
    queryFn: () => Promise.resolve({ data: [], total: 0 }),
  })
  render(
    <ApiProvider client={client}>
      <MemoryRouter initialEntries={[`/record/history${search}`]}>
        <HistoryPage />
      </MemoryRouter>
    </ApiProvider>,
  )
}

test('an unknown device shows a message, and no other device', async () => {
  await open(`?device=${id}`, 'notFound')
  expect(screen.getByText(enUS['history.gone'])).toBeInTheDocument()
  expect(screen.queryByText(enUS['history.none'])).toBeNull()
})

test('a device that could not be read is not reported as missing', async () => {
  await open(`?device=${id}`, 'client.offline')
  expect(screen.queryByText(enUS['history.gone'])).toBeNull()
})
