import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Events } from './events.tsx'
import { frameOf } from './layout.ts'
import { chartModel } from './model.ts'

afterEach(cleanup)

const hour = 3_600_000

function show(events: { at: number; label: string }[]) {
  const model = chartModel(
    {
      from: 0,
      to: 24 * hour,
      binMinutes: 60,
      timeZone: 'UTC',
      series: [{ id: 'p', label: 'Power', unit: 'power', kind: 'line', values: [1, 2] }],
      formatValue: {},
      formatTime: String,
    },
    'light',
    { width: 800, height: 300 },
  )
  const marks = events.map((event) => ({ ...event, icon: 'alarm', href: `#/${event.label}` }) as const)
  render(<Events model={model} frame={frameOf(model, 800, 300)} events={marks} />)
}

const placeOf = (mark: HTMLElement) => Number.parseFloat(mark.closest<HTMLElement>('[style*="left"]')?.style.left ?? '')

test('an event is placed at its time and linked; events outside the range are omitted', () => {
  show([
    { at: 12 * hour, label: 'noon' },
    { at: -hour, label: 'before' },
    { at: 6 * hour, label: 'dawn' },
  ])
  const links = screen.getAllByRole('link')
  expect(links.map((link) => [link.title, link.getAttribute('href')])).toEqual([
    ['dawn', '#/dawn'],
    ['noon', '#/noon'],
  ])
  const [dawn, noon] = links as [HTMLElement, HTMLElement]
  expect(placeOf(dawn)).toBeLessThan(placeOf(noon))
})

test('events that would overlap share one mark with a menu of links', async () => {
  show([
    { at: 6 * hour, label: 'dawn' },
    { at: 6 * hour + 1, label: 'soon' },
  ])
  expect(screen.queryByRole('link')).toBeNull()
  const mark = screen.getByRole('button', { name: /dawn\s+soon/ })
  expect(mark.textContent).toBe('2')
  mark.focus()
  await userEvent.keyboard('{Enter}')
  const entries = screen.getAllByRole('menuitem')
  expect(entries.map((entry) => entry.getAttribute('href'))).toEqual(['#/dawn', '#/soon'])
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(entries[1])
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(mark)
})
