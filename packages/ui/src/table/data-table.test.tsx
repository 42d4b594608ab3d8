import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Column } from './column.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'

interface Plant {
  id: string
  name: string
  power: number | null
}

const plants: Plant[] = [
  { id: 'b', name: 'Barn 10', power: 20 },
  { id: 'a', name: 'Barn 9', power: null },
  { id: 'c', name: 'Attic', power: 3 },
]

const columns: Column<Plant>[] = [
  { key: 'name', title: 'Name', render: (row) => row.name, sortable: true, sortValue: (row) => row.name },
  {
    key: 'power',
    title: 'Power',
    align: 'end',
    render: (row) => row.power ?? '–',
    sortable: true,
    sortValue: (row) => row.power,
  },
  { key: 'place', title: 'Place', render: () => 'here' },
  { key: 'note', title: 'Note', render: () => 'noted', card: 'hidden' },
]

const props: DataTableProps<Plant> = {
  label: 'Plants',
  columns,
  rows: plants,
  rowKey: (row) => row.id,
  empty: <p>Nothing matches</p>,
  texts: {
    sort: (column) => `Sort by ${column}`,
    columns: 'Columns',
    actions: 'Actions',
    density: 'Density',
    compact: 'Compact',
    comfortable: 'Comfortable',
    previousPage: 'Previous',
    nextPage: 'Next',
    range: (from, to, total) => `${from}–${to} of ${total}`,
    pageSize: (count) => `${count} a page`,
  },
}

const shownNames = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)

/** Sets the window width that media queries report. */
function narrow(isNarrow: boolean) {
  jest.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: isNarrow && query.includes('max-width'),
        addEventListener() {},
        removeEventListener() {},
      }) as never,
  )
}

beforeEach(() => {
  localStorage.clear()
  narrow(false)
})
afterEach(() => {
  cleanup()
  jest.restoreAllMocks()
})

test('sorts ascending, descending, then unsorted; names by their numbers, gaps last', async () => {
  const user = userEvent.setup()
  render(<DataTable {...props} />)
  expect(shownNames()).toEqual(['Barn 10', 'Barn 9', 'Attic'])
  const header = () => screen.getByRole('columnheader', { name: /Name/ })
  await user.click(within(header()).getByRole('button'))
  expect(shownNames()).toEqual(['Attic', 'Barn 9', 'Barn 10'])
  expect(header().ariaSort ?? header().getAttribute('aria-sort')).toBe('ascending')
  await user.click(within(header()).getByRole('button'))
  expect(shownNames()).toEqual(['Barn 10', 'Barn 9', 'Attic'])
  await user.click(within(header()).getByRole('button'))
  expect(shownNames()).toEqual(['Barn 10', 'Barn 9', 'Attic'])
  const power = () => within(screen.getByRole('columnheader', { name: /Power/ })).getByRole('button')
  await user.click(power())
  expect(shownNames()).toEqual(['Attic', 'Barn 10', 'Barn 9'])
  await user.click(power())
  expect(shownNames()).toEqual(['Barn 10', 'Attic', 'Barn 9'])
})

test('a column without a title has a name for screen readers', () => {
  render(<DataTable {...props} columns={[...columns, { key: 'open', title: '', render: () => 'Open' }]} />)
  expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeTruthy()
})

test('when the service sorts, the table only reports the requested order', async () => {
  const asked: unknown[] = []
  render(<DataTable {...props} sort={{ key: 'name', order: 'asc' }} onSort={(sort) => asked.push(sort)} />)
  expect(shownNames()).toEqual(['Barn 10', 'Barn 9', 'Attic'])
  await userEvent.click(within(screen.getByRole('columnheader', { name: /Name/ })).getByRole('button'))
  expect(asked).toEqual([{ key: 'name', order: 'desc' }])
})

test('paging shows the range and stops at both ends', async () => {
  const asked: unknown[] = []
  const page = { size: 10, total: 23, onChange: (number: number, size: number) => asked.push([number, size]) }
  const { rerender } = render(<DataTable {...props} page={{ ...page, number: 1 }} />)
  expect(screen.getByText('1–10 of 23')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  rerender(<DataTable {...props} page={{ ...page, number: 3 }} />)
  expect(screen.getByText('21–23 of 23')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
  await userEvent.selectOptions(screen.getByRole('combobox'), '50')
  expect(asked).toEqual([
    [2, 10],
    [1, 50],
  ])
})

test('the first column holds the row’s link; a click anywhere in the row follows it', async () => {
  render(<DataTable {...props} rowHref={(row) => `#/plant/${row.id}`} />)
  expect(screen.getByRole('link', { name: 'Attic' }).getAttribute('href')).toBe('#/plant/c')
  await userEvent.click(screen.getByText('3'))
  expect(window.location.hash).toBe('#/plant/c')
})

test('arrow keys move between rows', () => {
  render(<DataTable {...props} rowHref={(row) => `#/plant/${row.id}`} />)
  const links = screen.getAllByRole('link')
  links[0]?.focus()
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(links[1])
  fireEvent.keyDown(document.activeElement as Element, { key: 'End' })
  expect(document.activeElement).toBe(links[2])
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(links[2])
  fireEvent.keyDown(document.activeElement as Element, { key: 'Home' })
  expect(document.activeElement).toBe(links[0])
})

test('chosen columns and density are remembered', async () => {
  const { unmount } = render(<DataTable {...props} storageKey="plants" />)
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  expect(screen.queryByRole('menuitemradio', { name: 'Name' })).toBeNull()
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Place' }))
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Compact' }))
  unmount()
  render(<DataTable {...props} storageKey="plants" />)
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Name', 'Power', 'Note'])
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  expect(screen.getByRole('menuitemradio', { name: 'Compact' }).getAttribute('aria-checked')).toBe('true')
})

test('invalid stored settings are ignored', () => {
  localStorage.setItem('table.plants', '{"density":7,"hidden":"all"')
  render(<DataTable {...props} storageKey="plants" />)
  expect(screen.getAllByRole('columnheader')).toHaveLength(4)
})

test('on a phone rows become cards: name, aside, pairs of label and value', () => {
  narrow(true)
  const beside = columns.map((column) => (column.key === 'place' ? { ...column, card: 'aside' as const } : column))
  render(<DataTable {...props} columns={beside} rowHref={(row) => `#/plant/${row.id}`} />)
  expect(screen.queryByRole('table')).toBeNull()
  const cards = within(screen.getByRole('list', { name: 'Plants' })).getAllByRole('listitem')
  expect(cards.map((card) => card.textContent)).toEqual(['Barn 10herePower20', 'Barn 9herePower–', 'AtticherePower3'])
  expect(
    within(cards[2] as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('#/plant/c')
})

test('a card with a summary line hides its other columns until tapped', async () => {
  narrow(true)
  const lined = columns.map((column) => (column.key === 'power' ? { ...column, card: 'line' as const } : column))
  render(<DataTable {...props} columns={lined} />)
  const [card] = within(screen.getByRole('list', { name: 'Plants' })).getAllByRole('listitem')
  const details = card?.querySelector('details')
  expect(details?.querySelector('summary')?.textContent).toBe('Power: 20')
  expect(details?.open).toBe(false)
  await userEvent.click(within(card as HTMLElement).getByText('20'))
  expect(details?.open).toBe(true)
  expect(details?.querySelector('dl')?.textContent).toBe('Placehere')
})

test('distinguishes an empty table from one that is loading', () => {
  const { rerender } = render(<DataTable {...props} rows={[]} />)
  expect(screen.getByText('Nothing matches')).toBeTruthy()
  rerender(<DataTable {...props} rows={[]} loading />)
  expect(screen.queryByText('Nothing matches')).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a table that fits is no Tab stop; a wider one scrolls by itself and is', () => {
  const region = () => screen.getByRole('region', { name: 'Plants' })
  // jsdom has no layout. A browser's observer tells the size of an element when it begins to watch it.
  const told: (() => void)[] = []
  class Observer extends ResizeObserver {
    constructor(callback: ResizeObserverCallback) {
      super(callback)
      told.push(() => callback([], this))
    }
  }
  jest.spyOn(globalThis, 'ResizeObserver').mockImplementation((callback) => new Observer(callback))
  const measure = () => act(() => told.forEach((tell) => tell()))
  const wide = jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(700)
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(700)
  render(<DataTable {...props} />)
  measure()
  expect(region().tabIndex).toBe(-1)
  wide.mockReturnValue(900)
  measure()
  expect(region().tabIndex).toBe(0)
})
