import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import enUS from '../messages/en-US.ts'
import { FilterBar } from './filter-bar.tsx'
import { noFilters } from './filter-fields.ts'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('record', 'en-US', enUS)
})

const show = (isNarrow: boolean) => {
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation(() => ({ matches: isNarrow, addEventListener() {}, removeEventListener() {} }) as never)
  render(
    <FilterBar state={noFilters} change={() => {}} has={['person', 'search']} subject={<p>Barn</p>}>
      <p>All codes</p>
    </FilterBar>,
  )
}
const isThere = (what: string) => screen.queryByText(what) !== null

test('on a phone shows search and subject, the other filters behind a button', async () => {
  show(true)
  expect(['Barn', 'All codes'].map(isThere)).toEqual([true, false])
  expect(screen.queryAllByRole('searchbox')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Filters', pressed: false }))
  expect(isThere('All codes')).toBe(true)
  expect(screen.queryAllByRole('searchbox')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Filters', pressed: true }))
  expect(isThere('All codes')).toBe(false)
})

test('on a wide screen shows all filters', () => {
  show(false)
  expect(['Barn', 'All codes', 'Filters'].map(isThere)).toEqual([true, true, false])
})
