import { cleanup, render, screen } from '@testing-library/react'
import { frameOf } from './layout.ts'
import { chartModel } from './model.ts'
import { PaperDrawing } from './paper.tsx'
import type { Series } from './types.ts'

afterEach(cleanup)

function draw(series: Series[]) {
  const model = chartModel(
    {
      from: 0,
      to: 3_600_000,
      binMinutes: 5,
      timeZone: 'UTC',
      series,
      night: [{ from: -1, to: 600_000 }],
      formatValue: { power: (kw) => `${kw} kW` },
      formatTime: (at) => new Date(at).toISOString().slice(11, 16),
    },
    'light',
    { width: 700, height: 232 },
  )
  const { container } = render(<PaperDrawing model={model} frame={frameOf(model, 700, 232)} mode="light" />)
  return container
}

test('draws a curve for print with its gaps, its night and its axis labels', () => {
  const values = [1, 2, null, 4, null, 5, 6]
  const paper = draw([{ id: 'p', label: 'Power', unit: 'power', kind: 'line', values }])
  expect(paper.querySelectorAll('path')).toHaveLength(2)
  expect(paper.querySelectorAll('circle')).toHaveLength(1)
  expect(paper.querySelectorAll('rect')).toHaveLength(1)
  screen.getByText('01:00')
  expect(screen.getAllByText('6 kW').length).toBeGreaterThan(0)
})

test('bars start at zero in both directions; unknown values have no bar', () => {
  const paper = draw([{ id: 'e', label: 'Energy', unit: 'power', kind: 'bar', values: [10, null, -10] }])
  const [up, down, ...more] = [...paper.querySelectorAll('rect')].slice(1)
  expect(more).toEqual([])
  const number = (bar: Element | undefined, name: string) => Number(bar?.getAttribute(name))
  expect(number(up, 'y') + number(up, 'height')).toBeCloseTo(number(down, 'y'))
})
