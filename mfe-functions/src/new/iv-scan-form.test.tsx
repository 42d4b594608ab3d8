import { ApiProvider, createQueryClient } from '@helioport/api-client'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import enUS from '../messages/en-US.ts'
import { anyCandidate } from './any-candidate.ts'
import { IvScanForm } from './iv-scan-form.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('functions', 'en-US', enUS)
})

test.each([
  [812, 'Changhua Roof: 812 W/m² now. The strings can be judged.'],
  [211, 'Changhua Roof: 211 W/m² now. Under 300 W/m² nothing is said about the strings.'],
  [null, 'Changhua Roof: the light is not known now. Without it fewer verdicts are possible.'],
])(
  'before a scan is ordered its form shows the irradiance (%s W/m2) and whether verdicts are possible',
  (light, said) => {
    const chosen = [{ device: anyCandidate(), obstacles: [] }] as never
    const client = createQueryClient()
    const { stationId, stationName } = anyCandidate()
    client.setQueryData(['GET /stations/:stationId', { params: { stationId } }], {
      data: { name: stationName, weather: { irradianceWm2: light } },
    })
    render(
      <ApiProvider client={client}>
        <MemoryRouter>
          <IvScanForm chosen={chosen} />
        </MemoryRouter>
      </ApiProvider>,
    )
    expect(screen.getByText((text) => text.replaceAll('\u00a0', ' ') === said)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Scan 1 inverter' })).toBeEnabled()
  },
)
