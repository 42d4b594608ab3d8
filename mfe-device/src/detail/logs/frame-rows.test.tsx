import { ApiProvider, createQueryClient } from '@helioport/api-client'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import enUS from '../../messages/en-US.ts'
import { FrameRows } from './frame-rows.tsx'
import type { LogFilters } from './log-query.ts'
import type { LogColumn } from './use-log-columns.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('device', 'en-US', enUS)
})

const filters = { from: '2026-06-01T00:00:00.000Z', to: '2026-06-10T00:00:00.000Z', order: 'desc' } as const
const columns: LogColumn[] = [{ key: 'at', title: 'Time', width: 100, render: ({ at }) => at }]
const frame = (nth: number) => ({ at: `frame ${nth}` })

/** Rows with a cache of the given pages of 200 frames. */
function openRows(
  pages: readonly number[],
  total: number,
  {
    narrower = {},
    shown = columns,
    values = {},
  }: { narrower?: Partial<LogFilters>; shown?: LogColumn[]; values?: object } = {},
) {
  // jsdom has no layout: the visible area is set to 600 px.
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
  jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(900)
  const client = createQueryClient()
  for (const page of pages) {
    const query = { ...filters, ...narrower, page, pageSize: 200 }
    const data = Array.from({ length: Math.min(200, total) }, (_, nth) => ({
      ...frame((page - 1) * 200 + nth),
      ...values,
    }))
    client.setQueryData(['GET /devices/:deviceId/history', { params: { deviceId: 'd' }, query }], { data, total })
  }
  render(
    <ApiProvider client={client}>
      <FrameRows deviceId="d" filters={{ ...filters, ...narrower }} columns={shown} />
    </ApiProvider>,
  )
}

afterEach(() => jest.restoreAllMocks())

test('renders only the visible rows of 100,000 frames, and scrolls to the end at once', () => {
  openRows([1, 500], 100_000)
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '100001')
  expect(screen.getByText('frame 0')).toBeInTheDocument()
  expect(screen.getAllByRole('row').length).toBeLessThan(40)
  const region = screen.getByRole('region', { name: enUS['tab.logs'] })
  fireEvent.scroll(region, { target: { scrollTop: 40 * 99_990 } })
  expect(screen.getByText('frame 99990')).toBeInTheDocument()
  expect(screen.queryByText('frame 0')).toBeNull()
  expect(screen.getAllByRole('row').length).toBeLessThan(40)
})

function onPhone() {
  const media = { matches: true, addEventListener() {}, removeEventListener() {} }
  jest.spyOn(window, 'matchMedia').mockReturnValue(media as never)
  jest.spyOn(window, 'scrollTo').mockImplementation(() => {})
}

test('on a phone the page itself scrolls through the frames', () => {
  onPhone()
  openRows([1], 150)
  expect(screen.queryByRole('region')).toBeNull()
  expect(screen.getByText('frame 0')).toBeInTheDocument()
  expect(screen.getAllByRole('row').length).toBeLessThan(40)
  fireEvent.scroll(window, { target: { scrollY: 148 * 100 } })
  expect(screen.queryByText('frame 0')).toBeNull()
  expect(screen.getAllByRole('row').length).toBeLessThan(40)
})

test('on a phone a frame shows a dash only in columns that a person added', () => {
  const column = (key: LogColumn['key']): LogColumn => ({ key, title: key, width: 100, render: () => '–' })
  const shown = [
    ...columns,
    ...(['codes', 'powerFactor', 'stringCurrentA', 'cabinetC', 'dcPowerW', 'hoursTotal'] as const).map(column),
  ]
  const values = {
    codes: [],
    powerFactor: null,
    stringCurrentA: [null, null],
    cabinetC: 0,
    dcPowerW: 120,
    hoursTotal: null,
  }
  const namesIn = () => screen.getAllByRole('cell').map((cell) => cell.dataset['column'])
  openRows([1], 1, { shown, values })
  expect(namesIn()).toEqual(shown.map(({ key }) => key))
  cleanup()
  onPhone()
  openRows([1], 1, { shown, values })
  expect(namesIn()).toEqual(['at', 'cabinetC', 'dcPowerW', 'hoursTotal'])
})

test('says when the count of frames reaches its limit', () => {
  openRows([1], 99_999)
  expect(screen.getByText('99,999 frames, newest first')).toBeInTheDocument()
  cleanup()
  openRows([1], 100_000)
  expect(screen.getByText(/^The newest 100,000 frames/)).toBeInTheDocument()
})

test('says when there are no frames', () => {
  openRows([1], 0)
  expect(screen.getByText(enUS['logs.none'])).toBeInTheDocument()
})

test.each<[Partial<LogFilters>]>([[{ alarmsOnly: true }], [{ codes: 'E1' }], [{ parameter: 'powerW', least: 9000 }]])(
  'an empty result of %j is not shown as a device without frames',
  (narrower) => {
    openRows([1], 0, { narrower })
    expect(screen.getByText(enUS['logs.noneSuch'])).toBeInTheDocument()
    expect(screen.queryByText(enUS['logs.none'])).toBeNull()
  },
)
