import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen, within } from '@testing-library/react'
import { anyDevice } from '../../device/any-device.ts'
import enUS from '../../messages/en-US.ts'
import { InformationTab } from './information-tab.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('device', 'en-US', enUS)
})

test('a string without current is pointed out at its tracker, the others are not', () => {
  render(<InformationTab device={anyDevice({ stringCurrentA: [6, 6, 0, 6] })} />)
  const second = within(screen.getByRole('list', { name: 'MPPT 2' }))
  expect(second.getByText('100% under its tracker’s strongest')).toBeInTheDocument()
  expect(within(screen.getByRole('list', { name: 'MPPT 1' })).queryByText(/under/)).toBeNull()
})

test('in the dark nothing is compared, and the page says so', () => {
  render(<InformationTab device={anyDevice({ stringCurrentA: [0, 0.1, 0, 0] })} />)
  expect(screen.getByText(enUS['info.stringsDark'])).toBeInTheDocument()
  expect(screen.queryByText(/under its/)).toBeNull()
})

test('power of a tracker is its voltage times its current', () => {
  render(<InformationTab device={anyDevice({ mpptVoltageV: [640], mpptCurrentA: [12.5] })} />)
  expect(within(screen.getByRole('list', { name: enUS['info.trackers'] })).getByText('8.00')).toBeInTheDocument()
})

test('what the device does not report is said, not drawn as zero', () => {
  render(
    <InformationTab
      device={anyDevice({ acVoltageV: [], acCurrentA: [], mpptVoltageV: [], mpptCurrentA: [], stringCurrentA: [] })}
    />,
  )
  for (const key of ['info.noGrid', 'info.noTrackers', 'info.noStrings'] as const)
    expect(screen.getByText(enUS[key])).toBeInTheDocument()
})

test('old values are marked with the time of their measurement', () => {
  const age = { state: 'stale', measuredAt: '2026-11-21T02:00:00.000Z' } as const
  render(<InformationTab device={anyDevice({ age })} />)
  expect(screen.getByRole('status')).toHaveTextContent('Nov 21, 2026, 03:00')
})
