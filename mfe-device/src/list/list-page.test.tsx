import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { Working } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { anyDevice } from '../device/any-device.ts'
import enUS from '../messages/en-US.ts'
import ListPage from './list-page.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('device', 'en-US', enUS)
})

afterEach(() => jest.restoreAllMocks())

const scheune = anyDevice()
const silo = anyDevice({
  id: 'ff865d13-77fe-4dd3-9814-a375a9bdc033',
  name: 'Silo',
  status: 'offline',
  statusReason: 'noData',
  powerW: null,
  age: { state: 'stale', measuredAt: '2026-11-21T02:00:00.000Z' },
})

/** The page with a cache that holds the answers to these queries. */
function openList(search: string, working: Working | null = null) {
  const client = createQueryClient()
  const answer = (query: object, devices: (typeof silo)[], total = devices.length) =>
    client.setQueryData(['GET /devices', { query }], { data: devices, total })
  answer({ page: 1, pageSize: 10 }, [scheune, silo], 12)
  answer({ page: 1, pageSize: 10, status: 'offline' }, [silo])
  answer({ page: 1, pageSize: 10, status: 'abnormal' }, [])
  answer({ page: 1, pageSize: 10, sort: 'incomeToday', order: 'asc' }, [silo, scheune], 12)
  answer({ page: 1, pageSize: 10, sort: 'incomeToday', order: 'desc' }, [scheune, silo], 12)
  client.setQueryData(['GET /stations', { query: { pageSize: 50 } }], {
    data: [
      {
        id: scheune.stationId,
        name: scheune.stationName,
        rights: ['view'],
        deviceCounts: { normal: 9, abnormal: 0, standby: 2, offline: 1 },
        working,
      },
    ],
    total: 1,
  })
  client.setQueryData(['GET /stations/summary', {}], {
    data: { deviceCounts: { normal: 9, abnormal: 0, standby: 2, offline: 1 }, working },
  })
  const here = { search: '' }
  function Here() {
    here.search = useLocation().search
    return null
  }
  render(
    <ApiProvider client={client}>
      <MemoryRouter initialEntries={[`/device/list${search}`]}>
        <ListPage />
        <Here />
      </MemoryRouter>
    </ApiProvider>,
  )
  return { user: userEvent.setup(), here }
}

const chosen = () => screen.getByRole('radio', { checked: true })
const rowOf = (name: string) =>
  within(screen.getByRole('link', { name: new RegExp(name) }).closest('tr') as HTMLElement)

test('shows all devices without a query, with counts of all stations', () => {
  openList('')
  expect(chosen()).toHaveTextContent('All12')
  expect(screen.getByText('9 of 12 normal')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /Scheune/ })).toHaveAttribute(
    'href',
    `#/device/detail/charts/${scheune.memberId}/${scheune.id}`,
  )
})

test('reads the status filter from the URL, and writes a new choice to it', async () => {
  const { user, here } = openList('?status=offline')
  expect(chosen()).toHaveTextContent('Offline')
  expect(screen.queryByRole('link', { name: /Scheune/ })).toBeNull()
  expect(screen.getByRole('link', { name: /Silo/ })).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: /All/ }))
  expect(here.search).toBe('')
  expect(screen.getByRole('link', { name: /Scheune/ })).toBeInTheDocument()
})

test('one click clears the filters of an empty result', async () => {
  const { user, here } = openList('?status=abnormal')
  expect(screen.getByText(enUS['list.noMatch'])).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: enUS['list.clearFilters'] }))
  expect(here.search).toBe('')
  expect(screen.getByRole('link', { name: /Silo/ })).toBeInTheDocument()
})

test('shows power with its share of the rating, and no share for an unmeasured one', () => {
  openList('')
  expect(rowOf('Scheune').getByRole('img', { name: /^50% of 30.0/ })).toBeInTheDocument()
  expect(rowOf('Silo').queryByRole('img', { name: /of 30.0/ })).toBeNull()
  expect(rowOf('Silo').getByText('No data is arriving')).toBeInTheDocument()
})

test('on a phone the details of a device are collapsed', () => {
  const media = { matches: true, addEventListener() {}, removeEventListener() {} }
  jest.spyOn(window, 'matchMedia').mockReturnValue(media as never)
  openList('')
  const name = screen.getByRole('link', { name: 'Scheune' })
  const rest = within(name.closest('li') as HTMLElement)
    .getByText(scheune.serial)
    .closest('details')
  expect(rest).not.toHaveAttribute('open')
})

test('sorts every column through the service, by the URL', async () => {
  const { user, here } = openList('')
  const names = () => screen.getAllByRole('link', { name: /Scheune|Silo/ }).map(({ textContent }) => textContent)
  expect(screen.getAllByRole('columnheader').filter((head) => !head.hasAttribute('aria-sort'))).toEqual([])
  await user.click(screen.getByRole('button', { name: enUS['column.income'] }))
  expect(here.search).toBe('?sort=incomeToday')
  expect(names()[0]).toContain('Silo')
  await user.click(screen.getByRole('button', { name: enUS['column.income'] }))
  expect(here.search).toBe('?sort=incomeToday&order=desc')
  expect(names()[0]).toContain('Scheune')
})

test('shows the progress while days are recalculated', () => {
  openList('', { doneDays: 3, totalDays: 40 })
  expect(screen.getByText(/3 of 40 days/)).toBeInTheDocument()
})

test('does not offer to add a device without the right to manage a station', () => {
  openList('')
  expect(screen.queryByRole('button', { name: enUS['add.action'] })).toBeNull()
})
