import { cleanup, render, screen } from '@testing-library/react'
import { Events } from './events.tsx'
import { frameOf } from './layout.ts'
import { chartModel } from './model.ts'

afterEach(cleanup)

test('what happened stands at its time and opens; what would cover something else stands with it', () => {
  const hour = 3_600_000
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
  const event = (at: number, label: string) => ({ at, label, icon: 'alarm', href: `#/${label}` }) as const
  const events = [
    event(12 * hour, 'noon'),
    event(-hour, 'before'),
    event(6 * hour, 'dawn'),
    event(6 * hour + 1, 'soon'),
  ]
  render(<Events model={model} frame={frameOf(model, 800, 300)} events={events} />)
  const links = screen.getAllByRole('link')
  expect(links.map((link) => [link.title, link.getAttribute('href')])).toEqual([
    ['dawn\nsoon', '#/dawn'],
    ['noon', '#/noon'],
  ])
  expect(Number.parseFloat(links[0]?.style.left ?? '')).toBeLessThan(Number.parseFloat(links[1]?.style.left ?? ''))
})
