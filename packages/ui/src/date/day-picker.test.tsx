import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
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
  time: 'Time',
}

let chosen: string[] = []

const show = (value: string, dir: 'ltr' | 'rtl' = 'ltr', locale = 'en-US', min?: string) =>
  render(
    <UiProvider theme="light" dir={dir} locale={locale}>
      <DayPicker
        value={value}
        onChange={(day) => chosen.push(day)}
        today="2026-11-21"
        min={min}
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

test('steps to the day before, the day after and today; never to tomorrow', async () => {
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

/** Opens the calendar and waits for its code. */
async function openCalendar() {
  await userEvent.click(button(/Choose a day/))
  await screen.findByRole('grid')
}

const focused = () => document.activeElement?.closest('td')?.dataset['day']
const press = (key: string, shiftKey = false) => fireEvent.keyDown(document.activeElement as Element, { key, shiftKey })
const weekdays = () => [...document.querySelectorAll('th')].map((header) => header.textContent)

test('a day is chosen from the calendar; future days are disabled', async () => {
  show('2026-11-20')
  await openCalendar()
  expect(button('Sunday, November 22, 2026').disabled).toBe(true)
  await userEvent.click(button('Tuesday, November 3, 2026'))
  expect(chosen).toEqual(['2026-11-03'])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button(/Choose a day/))
})

test('today is the plant’s day, whatever the browser’s clock', async () => {
  show('2026-11-20')
  await openCalendar()
  expect(button(/^Today, /).getAttribute('aria-label')).toBe('Today, Saturday, November 21, 2026')
  expect(document.querySelector('[aria-selected=true] button')?.getAttribute('aria-label')).toBe(
    'Friday, November 20, 2026',
  )
})

test('arrow keys move by days and weeks, page keys by months; Escape closes', async () => {
  show('2026-11-20')
  await openCalendar()
  expect(focused()).toBe('2026-11-20')
  press('ArrowLeft')
  expect(focused()).toBe('2026-11-19')
  press('ArrowUp')
  expect(focused()).toBe('2026-11-12')
  press('PageUp')
  expect(focused()).toBe('2026-10-12')
  press('Home')
  expect(focused()).toBe('2026-10-11')
  press('End')
  expect(focused()).toBe('2026-10-17')
  press('PageUp', true)
  expect(focused()).toBe('2025-10-17')
  press('PageDown', true)
  press('PageDown')
  expect(focused()).toBe('2026-11-17')
  press('PageDown')
  expect(focused()).toBe('2026-11-17')
  await userEvent.keyboard('{Enter}')
  expect(chosen).toEqual(['2026-11-17'])
  await openCalendar()
  press('Escape')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button(/Choose a day/))
})

test('month and year are selectable, but not before the first day', async () => {
  show('2026-11-20', 'ltr', 'en-US', '2025-03-10')
  await openCalendar()
  expect(button('Next month').getAttribute('aria-disabled')).toBe('true')
  const [month, year] = screen.getAllByRole<HTMLSelectElement>('combobox')
  if (!month || !year) throw new Error('no month or no year to choose')
  expect([...year.options].map((option) => option.text)).toEqual(['2025', '2026'])
  await userEvent.selectOptions(year, '2025')
  expect(screen.getByRole<HTMLOptionElement>('option', { name: 'February' }).disabled).toBe(true)
  await userEvent.selectOptions(month, 'March')
  expect(button('Sunday, March 9, 2025').disabled).toBe(true)
  expect(button('Previous month').getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button('Monday, March 10, 2025'))
  expect(chosen).toEqual(['2025-03-10'])
})

test('the week starts as in the language; a language without calendar texts uses English', async () => {
  show('2026-11-20', 'ltr', 'zh-CN')
  await openCalendar()
  expect(weekdays()).toEqual(['一', '二', '三', '四', '五', '六', '日'])
  await waitFor(() => expect(document.activeElement).toBe(button('2026年11月20日星期五')))
  press('Home')
  expect(focused()).toBe('2026-11-16')
  cleanup()
  show('2026-11-20', 'ltr', 'pt-BR')
  await openCalendar()
  expect(weekdays()[0]).toMatch(/^do/i)
  cleanup()
  show('2026-11-20', 'rtl', 'he')
  await openCalendar()
  expect(weekdays()[0]).toBe('Su')
  button('Friday, November 20, 2026')
  cleanup()
  show('2026-11-20', 'ltr', 'de-DE')
  await openCalendar()
  expect(weekdays()[0]).toBe('Mo')
})

test('in a right-to-left layout the left arrow moves to the next day', async () => {
  show('2026-11-10', 'rtl')
  await openCalendar()
  press('ArrowLeft')
  expect(focused()).toBe('2026-11-11')
})
