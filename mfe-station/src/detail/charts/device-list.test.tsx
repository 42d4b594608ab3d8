import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import enUS from '../../messages/en-US.ts'
import { addTabTexts } from '../tab-texts.ts'
import { DeviceList } from './device-list.tsx'
import { deviceSharesOf, toggled } from './device-shares.ts'

const shares = deviceSharesOf(
  [50, 48, 20].map((energyKwh, at) => ({
    deviceId: `d${at}`,
    name: `INV ${at + 1}`,
    energyKwh,
    specificYield: energyKwh / 10,
    powerW: [0, 10, null],
  })),
)

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('station', 'en-US', enUS)
  await addTabTexts()
})

function Marking() {
  const [marked, setMarked] = useState<readonly string[]>([])
  return (
    <MemoryRouter>
      <DeviceList memberId="m" shares={shares} marked={marked} onToggle={(id) => setMarked(toggled(marked, id))} />
    </MemoryRouter>
  )
}

test('each row has the device’s energy, its deviation from the median and a link to its page', () => {
  render(<Marking />)
  const rows = screen.getAllByTestId('device-row')
  expect(rows.map((row) => row.dataset['value'])).toEqual(['50', '48', '20'])
  expect(rows[2]?.textContent).toContain('−58.3%')
  const weak = within(rows[2] as HTMLElement)
  expect(weak.getByRole('link', { name: 'INV 3' }).getAttribute('href')).toBe('/device/detail/charts/m/d2')
})

test('the button of a device adds it to the chart and removes it', async () => {
  render(<Marking />)
  const box = screen.getByRole('button', { name: 'Show INV 2 in the chart' })
  expect(box.getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(box)
  expect(box.getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(box)
  expect(box.getAttribute('aria-pressed')).toBe('false')
})
