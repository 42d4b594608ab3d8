import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ListFrame, type ListFrameProps } from './list-frame.tsx'

interface Plant {
  id: string
  name: string
}

interface Failure {
  code: string
}

const plants: Plant[] = [
  { id: 'a', name: 'Attic' },
  { id: 'b', name: 'Barn' },
]

const refetch = jest.fn()
const arrived = { data: plants, total: 23, error: undefined, isPrevious: false, refetch }

const props: ListFrameProps<Plant, Failure> = {
  label: 'Plants',
  title: 'All plants',
  list: arrived,
  columns: [{ key: 'name', title: 'Name', render: (row) => row.name }],
  rowKey: (row) => row.id,
  empty: <p>No plant yet</p>,
  head: <input aria-label="Search" />,
  texts: {
    sort: (column) => `Sort by ${column}`,
    columns: 'Columns',
    density: 'Density',
    compact: 'Compact',
    comfortable: 'Comfortable',
    previousPage: 'Previous',
    nextPage: 'Next',
    range: (from, to, total) => `${from}–${to} of ${total}`,
    pageSize: (count) => `${count} a page`,
    failure: ({ code }, onRetry) => ({
      title: 'This could not be shown',
      detail: `Because of ${code}`,
      ...(onRetry && { retry: { label: 'Try again', onRetry } }),
    }),
  },
}

const page = { number: 2, size: 10, onChange: jest.fn() }

beforeEach(() => {
  jest.clearAllMocks()
  jest
    .spyOn(window, 'matchMedia')
    .mockReturnValue({ matches: false, addEventListener() {}, removeEventListener() {} } as never)
})
afterEach(cleanup)

test('shows loaded rows as a table, with paging by the total of the reply', async () => {
  render(<ListFrame {...props} page={page} />)
  expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['Attic', 'Barn'])
  expect(screen.getByText('11–20 of 23')).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(page.onChange).toHaveBeenCalledWith(3, 10)
})

test('shows neither a table nor the empty text before the first reply', () => {
  render(<ListFrame {...props} list={{ ...arrived, data: undefined, total: undefined }} />)
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByText('No plant yet')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows the empty text for a list without rows', () => {
  render(<ListFrame {...props} list={{ ...arrived, data: [], total: 0 }} page={page} />)
  expect(screen.getByText('No plant yet')).toBeTruthy()
})

test('shows the error with a retry when nothing could be loaded; title and filters stay', async () => {
  render(<ListFrame {...props} list={{ ...arrived, data: undefined, error: { code: 'storm' } }} page={page} />)
  expect(screen.getByRole('alert').textContent).toContain('Because of storm')
  expect(screen.getByRole('heading', { name: 'All plants' })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Search' })).toBeTruthy()
  expect(screen.queryByText('No plant yet')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('keeps old rows when a refresh fails, with a notice and a retry', async () => {
  const { rerender } = render(<ListFrame {...props} list={{ ...arrived, error: { code: 'storm' } }} />)
  expect(screen.getAllByRole('rowheader')).toHaveLength(2)
  expect(screen.getByRole('status').textContent).toContain('Because of storm')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledTimes(1)
  rerender(<ListFrame {...props} list={{ ...arrived, error: { code: 'storm' } }} staleText="As of 10:23" />)
  expect(screen.getByRole('status').textContent).toContain('As of 10:23')
  expect(screen.getByRole('status').textContent).not.toContain('storm')
})

test('marks the rows of the former page as busy while new ones load', () => {
  const { container, rerender } = render(<ListFrame {...props} list={{ ...arrived, isPrevious: true }} />)
  expect(container.querySelector('[aria-busy="true"]')).not.toBeNull()
  rerender(<ListFrame {...props} />)
  expect(container.querySelector('[aria-busy="true"]')).toBeNull()
})

test('shows rows in another layout than a table, with the same paging', () => {
  const tiles = (rows: readonly Plant[]) => <div data-testid="tiles">{rows.map(({ name }) => name).join(', ')}</div>
  const { rerender } = render(
    <ListFrame {...props} page={page}>
      {tiles}
    </ListFrame>,
  )
  expect(screen.getByTestId('tiles').textContent).toBe('Attic, Barn')
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText('11–20 of 23')).toBeTruthy()
  rerender(
    <ListFrame {...props} list={{ ...arrived, data: [] }}>
      {tiles}
    </ListFrame>,
  )
  expect(screen.queryByTestId('tiles')).toBeNull()
  expect(screen.getByText('No plant yet')).toBeTruthy()
})
