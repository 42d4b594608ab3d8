import { setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import { addOwnerTexts } from '../../station/owner-texts.ts'
import type { SeenFrame } from './frames.ts'
import { SeenFrames } from './seen-frames.tsx'

test('shows the digits that arrived, at most three decimals', async () => {
  await setUpI18n('en-US')
  await addOwnerTexts()
  const now = Date.parse('2026-06-10T10:00:00Z')
  const values: SeenFrame['values'] = [
    ['powerW', 3210],
    ['energyTotalKwh', 4567.8],
    ['frequencyHz', 49.98765],
  ]
  render(<SeenFrames frames={[{ serial: 'INVERTER-1', at: now, values, unknown: [] }]} now={now} />)
  const frame = screen.getByTestId('mqtt-frame')
  for (const said of ['3,210 W', '4,567.8 kWh', '49.988 Hz']) expect(frame).toHaveTextContent(said)
})
