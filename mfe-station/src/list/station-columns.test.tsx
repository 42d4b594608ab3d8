import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import enUS from '../messages/en-US.ts'
import { anyStation } from '../station/any-station.ts'
import { useStationColumns } from './station-columns.tsx'
import type { Station } from '@helioport/contract'

const now = Date.parse('2026-11-21T04:00:00Z')

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('station', 'en-US', enUS)
})

function Cells({ station }: { station: Station }) {
  const columns = useStationColumns(now)
  return columns.map((column) => (
    <div key={column.key} data-testid={column.key}>
      {column.render({ ...station, rankToday: 3, tagIds: [] })}
    </div>
  ))
}

test('shows the plant’s local time only when its zone differs from the viewer’s', () => {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const { rerender } = render(<Cells station={anyStation({ timeZone: 'Asia/Kathmandu' })} />)
  expect(screen.getByTestId('name').textContent).toContain('09:45 there')
  rerender(<Cells station={anyStation({ timeZone: here })} />)
  expect(screen.getByTestId('name').textContent).not.toContain('there')
})

test('shows power with its share of the rated power', () => {
  render(<Cells station={anyStation({ powerW: 25_000, capacityKwp: 100 })} />)
  expect(screen.getByTestId('powerW').textContent).toContain('25.0')
  expect(screen.getByTestId('powerW').textContent).toContain('25%')
})

test('an unmeasured value is a dash, not zero', () => {
  render(<Cells station={anyStation({ powerW: null, energyTodayKwh: null, specificYieldToday: null })} />)
  for (const key of ['powerW', 'energyTodayKwh', 'specificYieldToday']) {
    expect(screen.getByTestId(key).textContent).toContain('–')
    expect(screen.getByTestId(key).textContent).not.toContain('0')
  }
})

test('shows kWh/kWp with its rank among all stations', () => {
  render(<Cells station={anyStation({ specificYieldToday: 2.1 })} />)
  expect(screen.getByTestId('specificYieldToday').textContent).toBe('2.10#3')
})

test('counts a standby inverter as working, a faulty or offline one not', () => {
  render(<Cells station={anyStation({ deviceCounts: { normal: 5, standby: 1, abnormal: 1, offline: 1 } })} />)
  expect(screen.getByTestId('devicesWell').textContent).toContain('6 / 8')
})

test('at night shows the time of the last datum, without an alarm', () => {
  const age = { state: 'stale', measuredAt: '2026-11-20T09:20:00Z' } as const
  render(<Cells station={anyStation({ status: 'standby', statusReason: 'night', age })} />)
  expect(screen.getByTestId('age').textContent).toContain('Until 17:20')
  expect(screen.getByTestId('age').querySelector('[data-age]')?.getAttribute('data-age')).toBe('none')
})

test('late data show their delay; imported history shows its end', () => {
  const { rerender } = render(
    <Cells
      station={anyStation({ age: { state: 'late', measuredAt: new Date(Date.now() - 12 * 60_000).toISOString() } })}
    />,
  )
  expect(screen.getByTestId('age').textContent).toMatch(/Late.*12 min/)
  rerender(<Cells station={anyStation({ age: { state: 'stale', measuredAt: '1990-10-14T22:00:00Z' } })} />)
  expect(screen.getByTestId('age').textContent).toContain('Until Oct 15, 1990')
})
