import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { UiProvider } from '../core/ui-provider.tsx'
import { DayPicker } from './day-picker.tsx'

const texts = {
  previous: 'Previous day',
  next: 'Next day',
  today: 'Today',
  yesterday: 'Yesterday',
  choose: 'Choose a day',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
}

let chosen: string[] = []

const show = (value: string, dir: 'ltr' | 'rtl' = 'ltr') =>
  render(
    <UiProvider theme="light" dir={dir} locale="en-US">
      <DayPicker
        value={value}
        onChange={(day) => chosen.push(day)}
        today="2026-11-21"
        label="Day"
        texts={texts}
        format={(day) => day}
      />
    </UiProvider>,
  )

beforeEach(() => {
  chosen = []
})
afterEach(cleanup)

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

test('the day before, the day after, and back to today; never tomorrow', async () => {
  show('2026-11-20')
  await userEvent.click(button('Previous day'))
  await userEvent.click(button('Next day'))
  await userEvent.click(button('Today'))
  expect(chosen).toEqual(['2026-11-19', '2026-11-21', '2026-11-21'])
  cleanup()
  show('2026-11-21')
  expect(button('Next day').disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Today' })).toBeNull()
})

test('a day from the calendar; days that have not come cannot be chosen', async () => {
  show('2026-11-20')
  await userEvent.click(button(/Choose a day/))
  expect(button('Sunday, November 22, 2026').disabled).toBe(true)
  await userEvent.click(button('Tuesday, November 3, 2026'))
  expect(chosen).toEqual(['2026-11-03'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('arrows walk days and weeks, page keys months; Escape closes', async () => {
  show('2026-11-20')
  await userEvent.click(button(/Choose a day/))
  const focused = () => (document.activeElement as HTMLElement).dataset['day']
  expect(focused()).toBe('2026-11-20')
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
  press('ArrowLeft')
  expect(focused()).toBe('2026-11-19')
  press('ArrowUp')
  expect(focused()).toBe('2026-11-12')
  press('PageUp')
  expect(focused()).toBe('2026-10-12')
  press('Home')
  expect(focused()).toBe('2026-10-11')
  press('PageDown')
  press('PageDown')
  expect(focused()).toBe('2026-11-21')
  press('Escape')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('in a mirrored layout the left arrow leads to the next day', async () => {
  show('2026-11-10', 'rtl')
  await userEvent.click(button(/Choose a day/))
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowLeft' })
  expect((document.activeElement as HTMLElement).dataset['day']).toBe('2026-11-11')
})
